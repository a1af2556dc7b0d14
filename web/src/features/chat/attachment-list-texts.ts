export const attachmentListTexts = {
  title: 'Attachments',
  all: 'See all attachments',
  pictures: 'Pictures',
  files: 'Files',
  none: 'Pictures and files sent in this chat will appear here.',
  loading: 'Loading attachments...',
  failed: 'The attachments could not be loaded.',
  offline: 'You’re offline. Attachments will load when you’re back.',
  more: 'Show older ones',
  loadingMore: 'Loading older ones...',
  showInChat: (name: string) => `Show ${name} in the chat`,
  inChat: 'Show in chat',
} as const;
