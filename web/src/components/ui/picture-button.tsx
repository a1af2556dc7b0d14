import type { ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';
import styles from './picture-button.module.css';

interface PictureButtonProps {
  label: string;
  ref?: Ref<HTMLButtonElement>;
  onClick: () => void;
  children: ReactNode;
}

/** A picture of a person or a group; pressing it lets somebody change it. */
export function PictureButton({ label, ref, onClick, children }: PictureButtonProps) {
  return (
    <button ref={ref} type="button" className={styles.button} onClick={onClick}>
      <span className="visually-hidden">{label}</span>
      {children}
      <span className={styles.badge}>
        <Icon name="camera" size={16} />
      </span>
    </button>
  );
}
