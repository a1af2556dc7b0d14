/** A failure with a message for the person at the terminal: the problem and the remedy. */
export class PlainError extends Error {
  override name = 'PlainError';
}
