import type { Theme } from '@koinonia/contracts/identity.ts';

const themes: Record<Theme, string> = { auto: 'Auto (Based on Device)', light: 'Light Mode', dark: 'Dark Mode' };

export const texts = {
  title: 'My Profile',
  loading: 'Loading profile...',
  displayName: 'Display Name',
  email: 'Email',
  phone: 'Phone',
  groups: 'Groups',
  theme: 'Theme Preference',
  themes,
  save: 'Save Changes',
  saving: 'Saving...',
  saved: 'Profile updated successfully!',
  failed: 'Failed to update profile',

  changeAvatar: 'Change your picture',
  avatarTitle: 'Your picture',
  chooseImage: 'Choose an image',
  chooseHint: 'Up to 2 MB. You can also drop one here.',
  chooseOther: 'Choose another',
  cropArea: 'Part of the picture that is shown',
  cropHint: 'Drag to move, or use the arrow keys.',
  zoom: 'Zoom',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  cancel: 'Cancel',
  upload: 'Upload',
  uploading: 'Uploading...',

  noFile: 'No file selected',
  onlyImages: 'Only images allowed',
  tooLarge: 'Image too large. Must be under 2MB.',
  tooLargeForServer: 'Image too large. Use one under 2MB.',
  uploadFailed: 'Upload failed.',
  uploadUnexpected: 'Unexpected error during upload.',
  cropFailed: 'Failed to upload image.',
  uploaded: 'Avatar uploaded!',
} as const;
