import { isolated } from '../../lib/format.ts';

export const deletionTexts = {
  sentence: 'People who have asked for their data to be deleted. Deleting it cannot be undone.',
  notHere: 'The requests could not be loaded.',
  none: 'Nobody has asked for their data to be deleted.',
  asked: (when: string) => `Asked on ${when}`,
  answers: {
    delete: {
      label: 'Delete',
      named: (name: string) => `Delete the data of ${name}`,
      title: (name: string) => `Delete the data of ${isolated(name)}?`,
      sentence:
        'Their name, e-mail, phone, picture, settings, devices and every file they sent are deleted, and they leave all groups. What they wrote stays, as from a “Former member”. They are signed out at once. As long as they have an account with the organisation, they can sign in again as a new member, even if they were deactivated. To keep them out, close that account first. This cannot be undone.',
      action: 'Delete their data',
      pending: 'Deleting...',
      done: 'Their data has been deleted.',
      failed: 'Failed to delete their data.',
    },
    decline: {
      label: 'Decline',
      named: (name: string) => `Decline the request of ${name}`,
      title: (name: string) => `Decline the request of ${isolated(name)}?`,
      sentence: 'Nothing is deleted. Their profile will say that it was declined, and they can ask again.',
      action: 'Decline',
      pending: 'Declining...',
      done: 'The request has been declined.',
      failed: 'Failed to decline the request.',
    },
  },
} as const;
