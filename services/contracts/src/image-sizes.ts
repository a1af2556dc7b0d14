// In a file of their own: the process that reads uploaded images needs these and nothing else of the contracts.

/** The sides of an avatar, or of a group's picture, in pixels; both are square. */
export const avatarSizes = [64, 128, 256] as const;
export type AvatarSize = (typeof avatarSizes)[number];

/** The widths in pixels of the variants of an image; never wider than the original. */
export const imageWidths = [320, 960, 1920] as const;
export type ImageWidth = (typeof imageWidths)[number];
