import type { ChatDatabase } from '../database/schema.ts';

/** The first query is run at once, but its answer comes only when released. */
export function holdFirstAnswer(db: ChatDatabase) {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let isFirst = true;
  const holding = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) {
        isFirst = false;
        asked.resolve();
        await released.promise;
      }
      return result;
    },
  });
  return { db: holding, asked: asked.promise, release: released.resolve };
}
