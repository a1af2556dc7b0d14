export const texts = {
  pressAgain: 'The file is here. Please press again to save it.',
} as const;
