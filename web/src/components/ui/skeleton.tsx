import styles from './skeleton.module.css';

/** A placeholder in the shape of the content, so that nothing moves when it loads. */
export function Skeleton({ shape = 'line', width }: { shape?: 'line' | 'circle'; width?: string }) {
  return (
    <span
      className={`${styles.skeleton} ${styles[shape]}`}
      style={width === undefined ? undefined : { width }}
      aria-hidden="true"
    />
  );
}
