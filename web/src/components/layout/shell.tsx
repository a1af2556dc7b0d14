import { Suspense, useEffect, useState, type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation, useMatch } from 'react-router-dom';
import { onceOpen } from '../../lib/once-open.ts';
import { narrowScreen, useMedia } from '../../lib/use-media.ts';
import { IconButton } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { destinationsOf } from './navigation.ts';
import { NavigationPanel, type NavigationPanelProps } from './navigation-panel.tsx';
import styles from './shell.module.css';
import { texts } from './texts.ts';
import { useScrollPlace } from './use-scroll-place.ts';

const PhoneMenu = lazyPart(() => import('./phone-menu.tsx').then((module) => module.PhoneMenu));

interface BarProps extends NavigationPanelProps {
  /** Shown at the end of the phones' top bar, where there is room. */
  note?: ReactNode;
}

interface ShellProps extends Omit<BarProps, 'onLeave'> {
  children: ReactNode;
}

/** The frame around every page of a signed-in person. */
export function Shell({ children, note, ...panel }: ShellProps) {
  const narrow = useMedia(narrowScreen);
  const atChat = useMatch('/chat/*') !== null;
  const main = useScrollPlace();

  // By the address, it would be another entry in the history, as if one had come back to a page.
  function skip(event: MouseEvent) {
    event.preventDefault();
    main.current?.focus();
  }
  return (
    <div className={styles.shell} data-at-chat={atChat}>
      <a className={styles.skip} href="#page" onClick={skip}>
        {texts.skip}
      </a>
      {narrow ? <TopBar {...panel} note={note} /> : <Sidebar {...panel} />}
      <main ref={main} className={styles.main} id="page" tabIndex={-1}>
        <Suspense fallback={null}>{children}</Suspense>
      </main>
    </div>
  );
}

function Sidebar(panel: NavigationPanelProps) {
  return (
    <aside className={styles.sidebar} aria-label={texts.sidebar}>
      <Link className={styles.product} to="/home">
        {texts.product}
      </Link>
      <NavigationPanel {...panel} />
    </aside>
  );
}

function TopBar({ note, ...panel }: BarProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const { pathname } = useLocation();
  const [ready, setReady] = useState(false);
  useEffect(() => onceOpen(() => void PhoneMenu.fetch().then(setReady)), []);
  // A conversation on a phone needs the whole height; it has its own Back button.
  const hidden = useMatch('/chat/:id') !== null;
  const here = destinationsOf(true).find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  return (
    <header className={styles.bar} hidden={hidden}>
      <IconButton
        icon="menu"
        label={texts.openMenu}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerDown={() => void PhoneMenu.fetch()}
        onClick={() => setOpen(true)}
      />
      <span className={styles.here}>{here?.label ?? texts.product}</span>
      {note}
      {(open || ready) && (
        <PhoneMenu open={open} onClose={close}>
          <NavigationPanel
            {...panel}
            onLeave={close}
            onLogout={() => {
              close();
              panel.onLogout();
            }}
          />
        </PhoneMenu>
      )}
    </header>
  );
}
