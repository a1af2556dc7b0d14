export const texts = {
  title: 'Common Resources',
  sentence: 'Links, forms, and helpful info.',
} as const;
