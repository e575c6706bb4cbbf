import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { mergeConfig } from 'vite';
import { countStatements, countedBuildLines, statementLines } from '../scripts/coverage/instrument.mjs';
import base from './vite.config.ts';

/** The application with statement counters, for `npm run coverage-map`. */
export default mergeConfig(base, {
  plugins: [
    countStatements('parent'),
    {
      name: 'write-statement-lines',
      closeBundle() {
        mkdirSync(dirname(countedBuildLines), { recursive: true });
        writeFileSync(countedBuildLines, JSON.stringify(Object.fromEntries(statementLines)));
      },
    },
  ],
});
