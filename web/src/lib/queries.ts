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
    if (options.cancelRefetch === false) return super.invalidateQueries(filters, options);
    for (const query of this.getQueryCache().findAll(filters)) {
      if (awaitsFirstAnswer(query) || awaitsNextPage(query)) this.#askAgain(query);
    }
    const mayDrop: typeof filters = {
      ...filters,
      predicate: (query) => !awaitsNextPage(query) && filters?.predicate?.(query) !== false,
    };
    return super.invalidateQueries(mayDrop, options);
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
