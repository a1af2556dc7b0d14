import { Transform } from 'node:stream';

/** Passes bytes on and fails as soon as it is certain that they are not exactly `size`. */
export function exactSize(size: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > size ? new Error(`the file is longer than the ${size} bytes that were told`) : null, chunk);
    },
    flush(done) {
      done(seen < size ? new Error(`the file ended after ${seen} of ${size} bytes`) : null);
    },
  });
}
