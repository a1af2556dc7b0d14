import { formatCount } from '../../lib/format.ts';

export const searchTexts = {
  title: 'Messages',
  searchChat: 'Search in this chat',
  searchMessages: 'Search messages...',
  filters: 'Narrow the search',
  filtersOn: 'Narrow the search (filters on)',
  from: 'From',
  anyone: 'Anyone',
  chat: 'Chat',
  anyChat: 'All chats',
  since: 'Since',
  until: 'Until',
  clear: 'Clear',
  tooShort: 'Type at least two letters to search the messages.',
  hint: 'Search for words in this chat.',
  offline: 'Searching messages needs a connection.',
  searching: 'Searching messages...',
  failed: 'The messages could not be searched.',
  none: 'No messages found',
  noneYet: 'No newer messages found',
  more: 'Show older messages',
  loadingMore: 'Loading older messages...',
  found: (count: number, all: boolean) =>
    `${formatCount(count)}${all ? '' : ' or more'} ${count === 1 && all ? 'message' : 'messages'} found`,
} as const;
