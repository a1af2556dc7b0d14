// More pixels cost memory and seconds: `maxMemory` in image-child.ts, `unpacksWithin` in open-image.ts, `timeLimit` in
// image-process.ts, and the memory of media and its worker in compose and Kubernetes (decision 082).

/**
 * Pixels of one picture that may have to be unpacked as a whole: enough for a 24-megapixel camera, whose pictures have
 * slightly more.
 */
export const maxPixels = 26_000_000;
/** Pixels of a photo that is made smaller while it is unpacked: enough for a phone's 50 megapixels. */
export const maxPixelsOfRows = 51_000_000;
/** Pixels of all frames of an animation together; of a larger one, only the first frame is shown. */
export const maxAnimatedPixels = 24_000_000;
/** More frames than any animation that people would want to watch. */
export const maxFrames = 1000;
/** Pixels of a variant: larger ones take too much memory while they are written. */
export const maxPixelsOfVariant = 26_000_000;
