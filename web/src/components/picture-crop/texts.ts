/** What people read while they choose a picture. */
export const texts = {
  chooseImage: 'Choose an image',
  chooseHint: 'Up to 2 MB.',
  dropHint: 'You can also drop one here.',
  chooseOther: 'Choose another',
  cropArea: 'Part of the picture that is shown',
  cropHint: 'Drag to move.',
  cropKeys: 'You can also use the arrow keys.',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  upload: 'Upload',
  uploading: 'Uploading...',
  cancelUpload: 'Cancel upload',

  noFile: 'No file selected',
  onlyImages: 'Only images allowed',
  tooLarge: 'Image too large. Must be under 2MB.',
  tooLargeForServer: 'Image too large. Use one under 2MB.',
  uploadFailed: 'Upload failed.',
  uploadUnexpected: 'Unexpected error during upload.',
  cropFailed: 'Failed to upload image.',
} as const;
