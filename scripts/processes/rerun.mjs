import { spawn } from 'node:child_process';
import { whenAskedToStop } from './on-shutdown.mjs';
import { isNewEnough, toolsNode } from '../environment.mjs';

/** True when this process can go on itself; else the caller hands over to `rerun`. */
export const canGoOn = () => isNewEnough(process.versions.node);

/**
 * Runs this script again under the Node that the tools need, and ends with its exit code. Signals are passed on, and
 * should this process be killed, the other one sees the channel close.
 */
export async function rerun() {
  const child = spawn(toolsNode(), process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  whenAskedToStop(() => child.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
