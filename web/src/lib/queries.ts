import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query';

const awaitsFirstAnswer = ({ state }: Query) => state.data === undefined && state.fetchStatus !== 'idle';
const awaitsNextPage = ({ state }: Query) => state.fetchMeta?.fetchMore !== undefined && state.fetchStatus !== 'idle';

/**
 * Drops what is out of date, including a first answer on its way. The library drops only later answers: it would treat a first
 * one that is older than the change as up to date. A next page, for which somebody waits, is not dropped: all pages are fetched
 * again when it has come.
 */
export class Queries extends QueryClient {
  readonly #outdated = new WeakSet<Query>();

  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options: InvalidateOptions = {},
  ): Promise<void> {
    if (!(options.cancelRefetch ?? true)) return super.invalidateQueries(filters, options);
    const found = this.getQueryCache().findAll(filters);
    const awaitsPage = new Set(found.filter(awaitsNextPage));
    for (const query of found) if (awaitsFirstAnswer(query) || awaitsPage.has(query)) this.#askAgain(query);
    const others = (query: Query) => !awaitsPage.has(query) && (filters?.predicate?.(query as never) ?? true);
    return super.invalidateQueries({ ...filters, predicate: others } as InvalidateQueryFilters<Key>, options);
  }

  #askAgain(query: Query): void {
    if (this.#outdated.has(query)) return;
    this.#outdated.add(query);
    const isOver = () => this.#outdated.delete(query);
    query.promise
      ?.finally(isOver)
      .then(() => super.invalidateQueries({ queryKey: query.queryKey, exact: true }))
      // The failure is reported where the query is used.
      .catch(() => undefined);
  }
}
