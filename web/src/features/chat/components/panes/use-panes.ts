import { useCallback, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { narrowScreen, threePaneScreen, useMedia } from '../../../../lib/use-media.ts';
import { useBackToList } from './use-back-to-list.ts';
import { type AddressedChat, useLeaveWhenGone } from './use-leave-when-gone.ts';
import { usePaneFocus } from './use-pane-focus.ts';

/** The callbacks with which each pane opens another one; null for panes that are hidden. */
export function usePanes(page: RefObject<HTMLElement | null>, addressed: AddressedChat) {
  const navigate = useNavigate();
  const backToList = useBackToList();
  const narrow = useMedia(narrowScreen);
  const roomy = useMedia(threePaneScreen);
  const [infoOpen, setInfoOpen] = useState(false);
  const closeInfo = useCallback(() => setInfoOpen(false), []);
  const id = useLeaveWhenGone(addressed, closeInfo) ? undefined : addressed.id;

  const alone = id === undefined ? 'list' : infoOpen ? 'info' : 'conversation';
  const shows = narrow ? alone : 'all';
  usePaneFocus(page, { shows, info: infoOpen, openId: id });

  function onOpenChat(chatId: string) {
    closeInfo();
    void navigate(`/chat/${chatId}`);
  }

  // Without a chat, only the list leads anywhere, so the info makes room for it.
  const infoShows = infoOpen && shows !== 'list' && (roomy || id !== undefined);
  const onInfo = () => setInfoOpen(!infoOpen);
  const onBack = narrow ? backToList : undefined;
  return {
    onOpenChat,
    // Without room for three panes, the info replaces the list, so that people can keep writing.
    list: shows === 'list' || (shows === 'all' && (roomy || !infoShows)) ? { openId: id, onOpen: closeInfo } : null,
    conversation: shows === 'conversation' || shows === 'all' ? { id, infoOpen, onInfo, onBack } : null,
    info: infoShows ? { narrow, onClose: closeInfo, onOpenChat } : null,
  };
}
