/** What people read around a picture that is open in full. */
export const viewerTexts = {
  closePicture: 'Close picture',
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  zoomToFit: 'Fit to screen',
  download: 'Download',
  pictureOf: (index: number, count: number) => `${index} of ${count}`,
} as const;
