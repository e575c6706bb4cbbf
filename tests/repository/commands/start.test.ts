import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { isDue } from '../../../scripts/server/clock.mjs';
import { isNewEnough } from '../../../scripts/environment.mjs';
import { freePort } from '../../../scripts/server/free-port.mjs';
import { repository } from '../repository-copy.ts';

const state = mkdtempSync(join(tmpdir(), 'backlot-start-'));
const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill('SIGTERM');
  rmSync(state, { recursive: true, force: true });
});

function start(port: number, script = 'start') {
  const child = spawn(process.execPath, [join(repository, `scripts/${script}.mjs`)], {
    env: { ...process.env, PORT: String(port), BACKLOT_STATE: state },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const waitForOutput = async (text: string): Promise<void> => {
    while (!output.includes(text)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`It ended before saying: ${text}\n${output}`);
      await pause(50);
    }
  };
  return { child, ended, waitForOutput, output: () => output };
}

/** Processes with this state folder in their command line, from /proc if there is one, otherwise from `ps`. */
function remainingProcesses(): string[] {
  if (!existsSync('/proc/self/cmdline')) {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' });
    return stdout.split('\n').filter((line) => line.includes(state));
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(commandLine)
    .filter((line) => line.includes(state));
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    // The process ended after it was listed.
    return '';
  }
}

test('npm run admin -- verify: without tables the message names the command that creates them', async () => {
  const verify = start(0, 'verify-histories');
  expect(await verify.ended).toBe(1);
  expect(verify.output()).toBe(
    'There are no tables yet: npm start makes them here, npm run deploy in an account.\n',
  );
});

test(
  'npm start: serves persistent data, refuses a second server, and leaves no process behind',
  { timeout: 600_000 },
  async () => {
    const port = (await freePort(0)) ?? 0;
    const address = `http://127.0.0.1:${port}`;
    const first = start(port);
    await first.waitForOutput(`Backlot is at ${address}`);
    expect(first.output()).toMatch(/Dana Whitlock +PO Creator +dana@backlot\.example/);
    expect((await fetch(`${address}/api/auth/login`)).status).toBe(200);
    expect((await fetch(`${address}/sandbox/licenses`)).status).toBe(401);

    const second = start((await freePort(0)) ?? 0);
    expect(await second.ended).toBe(1);
    expect(second.output()).toContain('running with this data already');
    const reset = start(port, 'reset');
    expect(await reset.ended).toBe(1);

    expect(remainingProcesses().length).toBeGreaterThan(0);
    first.child.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(remainingProcesses()).toEqual([]);

    const again = start(port);
    await again.waitForOutput(`Backlot is at ${address}`);
    expect(again.output()).toContain('up to date');
    expect(again.output()).toContain('there already');
    // SIGKILL lets it print nothing, but no process may remain.
    again.child.kill('SIGKILL');
    await expect.poll(remainingProcesses, { timeout: 60_000 }).toEqual([]);
  },
);

test.runIf(existsSync('/proc/self/cmdline'))(
  'npm start: it ends with a message when the listening workerd has died',
  { timeout: 600_000, tags: ['long'] },
  async () => {
    const port = (await freePort(0)) ?? 0;
    const { ended, output, waitForOutput } = start(port);
    await waitForOutput(`Backlot is at http://127.0.0.1:${port}`);
    const listening = readdirSync('/proc').find(
      (pid) => /^\d+$/.test(pid) && commandLine(pid).includes(`--socket-addr=entry=127.0.0.1:${port}`),
    );
    process.kill(Number(listening), 'SIGKILL');
    expect(await ended).toBe(1);
    expect(output()).toContain('The server stopped. Start it again.');
    expect(remainingProcesses()).toEqual([]);
  },
);

test('npm start: a port in use is reported with an alternative', async () => {
  const server = createServer();
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const { port } = server.address() as AddressInfo;
  const refused = start(port);
  expect(await refused.ended).toBe(1);
  expect(refused.output().trim()).toBe(
    `Port ${port} is taken. Stop what listens there, or choose another: PORT=${port + 1} npm start`,
  );
  server.close();
});

test.each([
  ['20.20.2', false],
  ['22.17.1', false],
  ['22.18.0', true],
  ['24.0.0', true],
])('the tools need a Node that reads TypeScript: %s', (version, isEnough) => {
  expect(isNewEnough(version)).toBe(isEnough);
});

test.each([
  ['* * * * *', '2026-11-21T10:31:00Z', true],
  ['0 7,8 * * *', '2026-11-21T08:00:00Z', true],
  ['0 7,8 * * *', '2026-11-21T08:01:00Z', false],
  ['0 7,8 * * *', '2026-11-21T18:00:00Z', false],
])('the local clock: %s at %s', (cron, at, due) => {
  expect(isDue(cron, new Date(at))).toBe(due);
});
