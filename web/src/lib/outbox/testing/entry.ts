import type { OutboxEntry } from '../outbox-database.ts';

/** A message that waits to be sent. */
export const entry = (clientId: string, chatId = 'kitchen'): OutboxEntry => ({
  clientId,
  uid: 'ana',
  chatId,
  text: `text of ${clientId}`,
  attachmentUrl: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  afterSeq: 0,
});

/** A message whose file is to be uploaded first. */
export const withFile = (clientId: string): OutboxEntry => ({
  ...entry(clientId),
  attachment: { name: 'a.pdf', contentType: '', size: 3, width: null, height: null, placeholder: null },
  file: new Blob(['pdf']),
});
