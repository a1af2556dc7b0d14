export const texts = {
  title: 'My Groups',
  sentence: 'You are part of the following groups:',
} as const;
