/** A failure with a message for the person at the terminal: the problem and the remedy. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
