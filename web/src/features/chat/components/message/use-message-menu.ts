import type { Message } from '@koinonia/contracts/chat.ts';
import { useRef, type MouseEvent } from 'react';
import { isTouchMenu, useLongPress } from '../../../../lib/use-long-press.ts';
import { useMessageActs } from './message-acts.ts';

/** Milliseconds of a long press on a message. For a chat in the list it is a little shorter. */
const opensAfter = 500;

/** The visible part of an element: the middle of a long message may be off the screen, and a menu beside it too. */
function visiblePart(element: HTMLElement): DOMRect {
  const own = element.getBoundingClientRect();
  const frame = element.closest('[role=log]')?.getBoundingClientRect() ?? own;
  const top = Math.max(own.top, frame.top);
  return new DOMRect(own.left, top, own.width, Math.max(0, Math.min(own.bottom, frame.bottom) - top));
}

function holdsSelection(element: Node): boolean {
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}

/** True for a link and for selected text: there the browser's own menu opens. */
const wantsNativeMenu = (target: EventTarget, within: Node): boolean =>
  (target instanceof Element && target.closest('a[href]') !== null) || holdsSelection(within);

/** The handlers that open a message's menu: long press, right mouse button, keyboard, its own button. */
export function useMessageMenu(message: Message | null) {
  const acts = useMessageActs();
  const bubbleRef = useRef<HTMLDivElement>(null);

  function openMenu({ byKeyboard = false, at }: { byKeyboard?: boolean; at?: DOMRect } = {}) {
    const element = bubbleRef.current;
    const article = element?.closest('article');
    if (message === null || !element || !article) return;
    const focused = document.activeElement;
    const back = focused instanceof HTMLElement && focused !== document.body ? focused : article;
    const place = { getBoundingClientRect: () => at ?? visiblePart(element) };
    acts.openMenu({ message, place, byKeyboard, back });
  }

  const press = useLongPress(() => {
    // A mouse may rest while it selects.
    if (bubbleRef.current !== null && !holdsSelection(bubbleRef.current)) openMenu();
  }, opensAfter);

  function onContextMenu(event: MouseEvent) {
    if (message === null) return;
    if (isTouchMenu(event)) return event.preventDefault();
    if (bubbleRef.current !== null && wantsNativeMenu(event.target, bubbleRef.current)) return;
    event.preventDefault();
    // The menu key has no pointer position.
    const byMouse = event.button === 2;
    openMenu(byMouse ? { at: new DOMRect(event.clientX, event.clientY) } : { byKeyboard: true });
  }

  return { bubbleRef, openMenu, handlers: message === null ? {} : { ...press, onContextMenu } };
}
