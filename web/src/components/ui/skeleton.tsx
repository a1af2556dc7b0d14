import styles from './skeleton.module.css';

/** The shape of what is coming, so that nothing moves when it is there. */
export function Skeleton({ shape = 'line', width }: { shape?: 'line' | 'circle'; width?: string }) {
  return (
    <span
      className={`${styles.skeleton} ${styles[shape]}`}
      style={width === undefined ? undefined : { width }}
      aria-hidden="true"
    />
  );
}
