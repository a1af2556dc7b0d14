import { allStaff } from '@koinonia/contracts/groups.ts';
import { Card, Page } from '../../components/layout/page.tsx';
import { useMe } from '../../lib/me.ts';
import styles from './groups-page.module.css';
import { texts } from './texts.ts';

/** Everyone is in 'All Staff', so there is something to show before the server has answered. */
export function GroupsPage() {
  const { data: me } = useMe();
  return (
    <Page title={texts.title} sentence={texts.sentence}>
      <Card>
        <ul className={styles.groups}>
          {(me?.groups ?? [allStaff]).map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  );
}
