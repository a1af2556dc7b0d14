/** What people read where they choose people, for a new chat or one that is there. */
export const newChatTexts = {
  startNewChat: 'Start New Chat',
  searchPeople: 'Search by name or e-mail',
  noUsers: 'No users found',
  groupName: 'Group name (optional)',
  create: 'Create',
  creating: 'Creating...',
  people: 'People',
  loadingPeople: 'Loading people...',
  selected: (count: number) => (count === 1 ? '1 person selected' : `${count} people selected`),
  selectOne: 'Select at least 1 user',
  chatCreated: 'Chat created!',
  createFailed: 'Failed to create chat.',
  usersFailed: 'Failed to load users.',
  peopleNotHere: 'The list of people could not be loaded.',
} as const;
