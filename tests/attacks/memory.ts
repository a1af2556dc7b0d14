import type { Cluster } from '../support/cluster.ts';
import { bytesInUse } from '../support/metrics.ts';
import type { Product } from '../support/product.ts';

/** The processes that hold sockets. */
const urlsOf = (product: Product) =>
  product.form === 'cluster'
    ? (product as Cluster).processes.filter(({ name }) => /^(chat|gateway)/.test(name)).map(({ url }) => url)
    : product.origins;

/** Bytes in use in each process that holds sockets, in their order; includes garbage that is not collected yet. */
export const memoryInUse = (product: Product): Promise<number[]> =>
  Promise.all(urlsOf(product).map((url) => bytesInUse({ url })));
