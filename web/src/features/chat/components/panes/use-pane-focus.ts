import { useEffect, useRef, type RefObject } from 'react';

/**
 * When a pane closes, the focused element goes with it. The focus moves to the title of the chat that opens or, in the
 * list, to the chat that was left, else to the first one. If the info closes beside the chat, it moves to the button that
 * opens it.
 */
export function usePaneFocus(
  page: RefObject<HTMLElement | null>,
  panes: { shows: string; info: boolean; openId?: string },
) {
  const { shows, info, openId } = panes;
  const before = useRef({ shows, info, openId });

  useEffect(() => {
    const left = before.current;
    before.current = { shows, info, openId };
    const moved = left.shows !== shows || left.info !== info || left.openId !== openId;
    if (!moved || document.activeElement !== document.body) return;
    const leftId = CSS.escape(left.openId ?? '');
    const goals =
      openId === undefined
        ? [
            // First a search result in this chat: that is where it was opened from.
            `a[href^="/chat/${leftId}?at="]`,
            `[data-roving="${leftId}"] > a`,
            '[data-roving] > a[tabindex="0"]',
          ]
        : left.shows === shows && left.openId === openId
          ? ['header button[aria-expanded]']
          : ['h2[tabindex]'];
    const goal = goals.map((one) => page.current?.querySelector<HTMLElement>(one)).find(Boolean);
    goal?.focus({ preventScroll: true });
  }, [page, shows, info, openId]);
}
