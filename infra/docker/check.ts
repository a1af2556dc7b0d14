import { composeFaults } from './compose-faults.ts';
import { readCompose } from './compose-file.ts';

const faults = composeFaults(readCompose());
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
