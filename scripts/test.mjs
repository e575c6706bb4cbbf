/**
 * `npm test`: installs what is missing and runs every check, one line each; the output of a failed one is shown.
 * The last line counts passed and failed. `npm test -- lint types` runs only those; `npm run test:all` adds the long ones.
 * `npm test -- changed` runs what the working tree touches (`--since main`: what the branch does), within four minutes.
 *
 * Plain Node 20 until the packages are there; then it hands over to the Node that came with them.
 */
import { checkMachine, install } from './processes/install.mjs';
import { createProgress } from './processes/progress.mjs';
import { canGoOn, rerun } from './processes/rerun.mjs';

try {
  checkMachine();
  await install(createProgress());
  if (canGoOn()) {
    const { runChecks } = await import('./checks/run-checks.mjs');
    process.exitCode = await runChecks(process.argv.slice(2));
  } else {
    await rerun();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
