import { isolated } from '../../lib/format.ts';

export const deletionTexts = {
  title: 'Deletion requests',
  sentence: 'People who ask for their data to be deleted. It cannot be undone.',
  notHere: 'The requests could not be loaded.',
  none: 'Nobody asks for the deletion of their data.',
  asked: (when: string) => `Asked on ${when}`,
  answers: {
    delete: {
      label: 'Delete',
      named: (name: string) => `Delete the data of ${name}`,
      title: (name: string) => `Delete the data of ${isolated(name)}?`,
      sentence:
        'Their name, e-mail, phone, picture, settings, devices and every file that they sent are deleted, and they leave all groups. What they wrote stays, as from a “Former member”. They are signed out at once. While their account of the organisation exists, they can sign in again as somebody new, even if they were deactivated. To keep them out, end that account first. This cannot be undone.',
      action: 'Delete their data',
      pending: 'Deleting...',
      done: 'Their data is deleted.',
      failed: 'Failed to delete their data.',
    },
    decline: {
      label: 'Decline',
      named: (name: string) => `Decline the request of ${name}`,
      title: (name: string) => `Decline the request of ${isolated(name)}?`,
      sentence: 'Nothing is deleted. They see on their profile that it was declined, and may ask again.',
      action: 'Decline',
      pending: 'Declining...',
      done: 'The request is declined.',
      failed: 'Failed to decline the request.',
    },
  },
} as const;
