import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Product } from './product.ts';

/** Starts the product for a test file and ends it afterwards; its warnings and errors are shown with a failed test. */
export function started<P extends Product>(start: () => Promise<P>): () => P {
  let product: P | undefined;
  beforeAll(async () => {
    product = await start();
  }, 240_000);
  beforeEach(({ onTestFailed }) => onTestFailed(() => console.error(product?.complaints())));
  afterAll(() => product?.end());
  return () => {
    if (!product) throw new Error('the product runs during tests only');
    return product;
  };
}
