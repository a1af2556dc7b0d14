/** What people read where they choose what others see of them. */
export const presenceSettingsTexts = {
  presenceTitle: 'What others see of you in chat',
  presenceSentence: 'You see of others only what you show yourself. Changes are saved at once.',
  showTyping: 'Show when I am typing',
  showTypingSentence: 'People in the same chat see that you are writing.',
  showOnline: 'Show when I am online',
  showOnlineSentence: 'People you share a chat with see that you are here.',
  settingsFailed: 'This could not be saved. Please try again.',
  settingsNotHere: 'These settings could not be loaded.',
  loadingSettings: 'Loading settings...',
} as const;
