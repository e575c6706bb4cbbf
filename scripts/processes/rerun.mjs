import { spawn } from 'node:child_process';
import { onShutdown } from './on-shutdown.mjs';
import { isNewEnough, toolsNode } from '../environment.mjs';

/** True when this Node can run the tools; otherwise the caller uses `rerun`. */
export const isNodeSupported = () => isNewEnough(process.versions.node);

/**
 * Runs this script again with the Node for the tools and exits with its exit code. Forwards signals; when this process
 * is killed, the other one notices the closed channel.
 */
export async function rerun() {
  const child = spawn(toolsNode(), process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  onShutdown(() => child.kill('SIGTERM'));
  process.exitCode = await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
