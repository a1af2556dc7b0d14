import { Skeleton } from '../../../../components/ui/skeleton.tsx';
import { texts } from '../../texts.ts';
import styles from './chat-list-pane.module.css';

const widths = ['45%', '60%', '35%', '55%', '40%', '50%'];

export function ListSkeleton() {
  return (
    <div className={styles.list} role="status" aria-label={texts.loadingChats}>
      {widths.map((width) => (
        <div key={width} className={styles.ghost}>
          <Skeleton shape="circle" />
          <div>
            <Skeleton width={width} />
            <Skeleton width="80%" />
          </div>
        </div>
      ))}
    </div>
  );
}
