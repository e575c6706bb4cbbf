import { spawn } from 'node:child_process';
import { localEnvironment } from '../../scripts/environment.mjs';
import { stopGroup } from '../../scripts/processes/processes.mjs';

/** Result of a process; `code` is null when it was stopped by the time limit. */
export interface Ended {
  code: number | null;
  output: string;
}

const running = new Set<ReturnType<typeof spawn>>();

/** Runs a script with this Node, in a group of its own. */
export async function runProgram(
  command: readonly string[],
  { cwd, env = {}, limitMs }: { cwd: string; env?: Record<string, string>; limitMs: number },
): Promise<Ended> {
  const child = spawn(process.execPath, command, {
    cwd,
    env: { ...localEnvironment(), ...env, CI: 'true', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void stopGroup(child);
  }, limitMs);
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  clearTimeout(timer);
  running.delete(child);
  return { code: isLate ? null : (code ?? 1), output };
}

export async function stopPrograms(): Promise<void> {
  await Promise.all([...running].map((child) => stopGroup(child)));
}
