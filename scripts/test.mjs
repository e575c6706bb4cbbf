/**
 * `npm test`: installs what is missing and runs every check, one line each; the output of a failed one is shown.
 * The last line counts passed and failed. `npm test -- lint types` runs only those; `npm run test:all` adds the long
 * ones. `npm test -- changed` runs the tests of changed files (`--since main`: changed on the branch), within four
 * minutes.
 *
 * Plain Node 20 until the packages are installed; then it continues in the Node of the packages.
 */
import { checkMachine, install } from './processes/install.mjs';
import { createProgress } from './processes/progress.mjs';
import { isNodeSupported, rerun } from './processes/rerun.mjs';

try {
  checkMachine();
  await install(createProgress());
  if (isNodeSupported()) {
    const { runChecks } = await import('./checks/run-checks.mjs');
    process.exitCode = await runChecks(process.argv.slice(2));
  } else {
    await rerun();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
