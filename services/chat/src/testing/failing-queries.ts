import type { ChatDatabase } from '../database/schema.ts';

/** The database, in which some queries fail. The first one has the number 1. */
export function withFailingQueries(db: ChatDatabase, fails: (query: number) => boolean): ChatDatabase {
  let queries = 0;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      queries += 1;
      if (fails(queries)) throw new Error('the connection has ended');
      return result;
    },
  });
}
