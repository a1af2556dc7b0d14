import { allStaff } from '@koinonia/contracts/groups.ts';
import { Card, Page } from '../../components/layout/page.tsx';
import { NotHere } from '../../components/ui/not-here.tsx';
import { hasFailed } from '../../lib/has-failed.ts';
import { useMe } from '../../lib/me.ts';
import styles from './groups-page.module.css';
import { texts } from './texts.ts';

/** Everyone is in 'All Staff', so it can be shown before the server has answered, with a note about the other groups. */
export function GroupsPage() {
  const query = useMe();
  const { data: me, isPaused, refetch } = query;
  return (
    <Page title={texts.title} sentence={texts.sentence}>
      <Card>
        {/* Nothing else here takes the focus, and the keyboard must be able to scroll a long list. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <ul className={styles.groups} aria-label={texts.title} tabIndex={0}>
          {(me?.groups ?? [allStaff]).map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
        {me === undefined && isPaused && (
          <p className={styles.note} role="status">
            {texts.offline}
          </p>
        )}
        {me === undefined && !isPaused && (
          <NotHere failed={hasFailed(query)} words={texts.notHere} onRetry={() => refetch()} />
        )}
      </Card>
    </Page>
  );
}
