/** A picture of 32 times 16 pixels: grey on the left, white on the right. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAQCAAAAABSayKFAAAAFElEQVR42mNoQAP/0QDDqIKRpAAAGPl/EKQqz+wAAAAASUVORK5CYII=',
  'base64',
);
