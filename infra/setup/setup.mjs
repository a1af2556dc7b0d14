import { runMain } from './plain-words.mjs';
import { setUp } from './set-up.mjs';

await runMain(async () => {
  await setUp();
  console.log('All is set up. `npm start` runs it.');
});
