import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryKey,
} from '@tanstack/react-query';

const awaitsFirstAnswer = ({ state }: Query) => state.data === undefined && state.fetchStatus !== 'idle';

/**
 * Drops what is out of date, including a first answer on its way. The library drops only later answers: it would treat a first
 * one that is older than the change as up to date.
 */
export class Queries extends QueryClient {
  readonly #outdated = new WeakSet<Query>();

  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options: InvalidateOptions = {},
  ): Promise<void> {
    if (options.cancelRefetch ?? true) {
      for (const query of this.getQueryCache().findAll(filters)) if (awaitsFirstAnswer(query)) this.#askAgain(query);
    }
    return super.invalidateQueries(filters, options);
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
