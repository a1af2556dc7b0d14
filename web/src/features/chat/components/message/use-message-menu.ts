import type { Message } from '@koinonia/contracts/chat.ts';
import { useRef, type MouseEvent } from 'react';
import { useLongPress } from '../../../../lib/use-long-press.ts';
import { useMessageActs } from './message-acts.ts';

/** Ms of a finger that rests on a message. On a chat of the list a little less does: nothing is selected there. */
const longPress = 500;

/** The part of a thing that is on the screen: a menu beside the middle of a long message is better than none. */
function visiblePart(element: HTMLElement): DOMRect {
  const own = element.getBoundingClientRect();
  const frame = element.closest('[role=log]')?.getBoundingClientRect() ?? own;
  const top = Math.max(own.top, frame.top);
  return new DOMRect(own.left, top, own.width, Math.max(0, Math.min(own.bottom, frame.bottom) - top));
}

/** A link has a menu of its own, and so has text that somebody has selected. */
function wantsNativeMenu(target: EventTarget, within: Node): boolean {
  if (target instanceof Element && target.closest('a[href]') !== null) return true;
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(within, true);
}

/** The ways to a message's menu: a long press, the right button, the keyboard, its own button. */
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

  const press = useLongPress(() => openMenu(), longPress);

  function onContextMenu(event: MouseEvent) {
    if (message === null) return;
    // A finger that rests brings this too, and sooner than it should: its own clock decides.
    const byTouch = (event.nativeEvent as { pointerType?: string }).pointerType === 'touch';
    if (byTouch) return event.preventDefault();
    if (bubbleRef.current !== null && wantsNativeMenu(event.target, bubbleRef.current)) return;
    event.preventDefault();
    // The menu key has no place of its own.
    const byMouse = event.button === 2;
    openMenu(byMouse ? { at: new DOMRect(event.clientX, event.clientY) } : { byKeyboard: true });
  }

  return { bubbleRef, openMenu, handlers: message === null ? {} : { ...press, onContextMenu } };
}
