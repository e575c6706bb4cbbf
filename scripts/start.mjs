/**
 * `npm start`: installs what is missing, prepares, and serves Backlot until it is stopped.
 *
 *   PORT=8788 npm start                 another port
 *   BACKLOT_STATE=dir npm start         other data
 *   npm start -- --documents 100000     one more show, with that many documents
 *   npm start -- --empty                without the demo studio: npm run admin creates the first user
 *   npm start -- --verbose              the complete output of the server
 *
 * Plain Node 20 until the packages are installed; then it continues in the Node of the packages.
 */
import { checkMachine, install } from './processes/install.mjs';
import { parseOptions } from './processes/options.mjs';
import { createProgress } from './processes/progress.mjs';
import { isNodeSupported, rerun } from './processes/rerun.mjs';

function readOptions() {
  const { values } = parseOptions({
    options: {
      documents: { type: 'string', default: '0' },
      empty: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const documents = Number(values.documents);
  const port = Number(process.env['PORT'] || 8787);
  if (!Number.isInteger(documents) || documents < 0) throw new Error('--documents takes a whole number.');
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error('PORT takes a number from 1 to 65535.');
  if (values.empty && documents > 0) throw new Error('--empty and --documents do not go together.');
  return { documents, port, isEmpty: values.empty, verbose: values.verbose };
}

try {
  const options = readOptions();
  checkMachine();
  const progress = createProgress();
  await install(progress);
  if (isNodeSupported()) {
    const { run } = await import('./run.mjs');
    process.exitCode = await run(progress, options);
  } else {
    await rerun();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
