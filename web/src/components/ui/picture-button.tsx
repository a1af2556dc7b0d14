import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import styles from './picture-button.module.css';

interface PictureButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

/** A picture of a person or a group; pressing it lets somebody change it. */
export function PictureButton({ label, onClick, children }: PictureButtonProps) {
  return (
    <button type="button" className={styles.button} onClick={onClick}>
      <span className="visually-hidden">{label}</span>
      {children}
      <span className={styles.badge}>
        <Icon name="camera" size={16} />
      </span>
    </button>
  );
}
