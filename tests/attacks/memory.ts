import type { Cluster } from '../support/cluster.ts';
import type { Product } from '../support/product.ts';

/** The processes that hold sockets. */
const urlsOf = (product: Product) =>
  product.form === 'cluster'
    ? (product as Cluster).processes.filter(({ name }) => /^(chat|gateway)/.test(name)).map(({ url }) => url)
    : product.origins;

/** Bytes of memory that each process which holds sockets has, in their order. */
export function residentMemory(product: Product): Promise<number[]> {
  return Promise.all(
    urlsOf(product).map(async (url) => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes\S* (\S+)/m.exec(metrics)?.[1]);
    }),
  );
}
