export const texts = {
  fileComes: 'Loading the file...',
  pressAgain: 'The file is here. Please press again to save it.',
} as const;
