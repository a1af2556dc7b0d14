import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { toast, toastStore, type Toast, type ToastKind } from '../../lib/toast.ts';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { texts } from './texts.ts';
import styles from './toaster.module.css';

const icons: Record<ToastKind, IconName> = { blank: 'info', success: 'check', error: 'warning', loading: 'clock' };

/** The timer runs only while the toast is neither hovered nor focused: some people read slowly. */
function useTimeOut({ id, duration }: Toast, held: boolean) {
  useEffect(() => {
    if (duration === undefined || held) return;
    const timer = setTimeout(() => toast.dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, held]);
}

interface ToastLineProps {
  one: Toast;
  /** Receives the element that had the focus before the toasts. */
  onEnter: (from: Element) => void;
  /** Moves the focus on from a button that is about to disappear. */
  moveOn: (button: Element) => void;
}

function ToastLine({ one, onEnter, moveOn }: ToastLineProps) {
  const [held, setHeld] = useState(false);
  useTimeOut(one, held);
  return (
    // Hover and focus only hold the timer; the line itself cannot be pressed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={`${styles.toast} ${styles[one.kind]}`}
      // Not when it enters: a pointer that rests where the toast appears would hold it for ever.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true);
        if (relatedTarget?.closest('[data-toasts]') === null) onEnter(relatedTarget);
      }}
      onBlur={() => setHeld(false)}
    >
      <Icon name={icons[one.kind]} className={styles.icon} />
      <span className={styles.text}>{one.text}</span>
      <IconButton
        icon="close"
        label={texts.dismiss}
        takesAway
        onClick={({ currentTarget }) => {
          if (document.activeElement === currentTarget) moveOn(currentTarget);
          toast.dismiss(one.id);
        }}
      />
    </li>
  );
}

/** Shows toasts in front of every dialog. Always in the page, so that screen readers announce new toasts. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot);
  const cameFrom = useRef<Element>(null);
  const onEnter = (from: Element) => void (cameFrom.current = from);
  function moveOn(button: Element) {
    const line = button.closest('li');
    const beside = line?.nextElementSibling ?? line?.previousElementSibling;
    const goal = beside?.querySelector('button') ?? cameFrom.current;
    if (goal instanceof HTMLElement) goal.focus();
  }
  return createPortal(
    <section
      className={styles.region}
      data-toasts
      aria-label={texts.toasts}
      aria-live="polite"
      aria-relevant="additions text"
    >
      <ol className={styles.list}>
        {toasts.map((one) => (
          <ToastLine key={one.id} one={one} onEnter={onEnter} moveOn={moveOn} />
        ))}
      </ol>
    </section>,
    document.body,
  );
}
