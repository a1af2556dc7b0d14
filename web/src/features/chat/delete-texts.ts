/** What people read before a message is deleted. */
export const deleteTexts = {
  question: 'Delete this message?',
  consequence:
    'It is deleted for everyone in the chat, with its attachment, its reactions and its earlier versions. This cannot be undone.',
  confirm: 'Delete message',
} as const;
