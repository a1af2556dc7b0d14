import { runMain } from './plain-words.mjs';
import { prepare } from './prepare.mjs';

await runMain(async () => {
  await prepare();
  console.log('Everything is set up. `npm start` runs it.');
});
