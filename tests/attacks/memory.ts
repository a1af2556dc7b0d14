import type { Cluster } from '../support/cluster.ts';
import type { Product } from '../support/product.ts';

/** The processes that hold sockets. */
const urlsOf = (product: Product) =>
  product.form === 'cluster'
    ? (product as Cluster).processes.filter(({ name }) => /^(chat|gateway)/.test(name)).map(({ url }) => url)
    : product.origins;

/** Bytes in use in each process that holds sockets, in their order; includes garbage that is not collected yet. */
export function memoryInUse(product: Product): Promise<number[]> {
  return Promise.all(
    urlsOf(product).map(async (url) => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const bytesOf = (name: string) => Number(new RegExp(`^${name}\\S* (\\S+)`, 'm').exec(metrics)?.[1]);
      return bytesOf('nodejs_heap_size_used_bytes') + bytesOf('nodejs_external_memory_bytes');
    }),
  );
}
