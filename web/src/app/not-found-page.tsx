import { Link } from 'react-router-dom';
import { Page } from '../components/layout/page.tsx';
import styles from './not-found-page.module.css';
import { texts } from './texts.ts';

export function NotFoundPage() {
  return (
    <Page title={texts.notFound} sentence={texts.notFoundSentence}>
      <p>
        <Link className={styles.way} to="/home">
          {texts.home}
        </Link>
      </p>
    </Page>
  );
}
