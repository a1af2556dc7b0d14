export const texts = {
  title: 'Prayer Requests',
  sentence: 'Pray for one another.',
} as const;
