/** A failure with a message for the person at the terminal: the problem and the remedy. */
export class BackupError extends Error {
  override name = 'BackupError';
}
