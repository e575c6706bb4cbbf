import type * as ChildProcess from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deploy } from '../../../scripts/deployment/deploy-steps.mjs';
import { programs } from '../../../scripts/environment.mjs';
import { createProgress } from '../../../scripts/processes/progress.mjs';
import { openAccount } from '../../support/cloudflare/account.ts';
import type { Account, Call } from '../../support/cloudflare/account.ts';
import { fakeWrangler } from '../../support/cloudflare/fake-wrangler.ts';
import { stage } from '../../support/cloudflare/stage.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** One call of a deployment, of wrangler or of the API, and of how many changes it consists. */
interface Step {
  /** With those before it of the same name it is the `nth`: some run at once, in any order. */
  name: string;
  nth: number;
  changes: number;
}

/** The account of the running deployment, the calls so far, and which call fails after how many changes. */
const run = {
  account: undefined as Account | undefined,
  steps: [] as Step[],
  failure: null as { name: string; nth: number; after: number } | null,
};

/** Counts a call. Returns after how many of its changes it fails; null when it succeeds. */
function nextStep(name: string, changes: number): number | null {
  const nth = run.steps.filter((step) => step.name === name).length;
  run.steps.push({ name, nth, changes });
  return run.failure?.name === name && run.failure.nth === nth ? run.failure.after : null;
}

vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof ChildProcess>();
  return {
    ...actual,
    spawn: (program: string, command: string[], options: { cwd: string }) => {
      const at = command.indexOf(programs.wrangler);
      if (at < 0) return actual.spawn(program, command, options);
      const child = Object.assign(new EventEmitter(), {
        stdout: new EventEmitter(),
        stderr: new EventEmitter(),
      });
      const work = async () => {
        const { code, output } = await runWrangler(command.slice(at + 1), options.cwd);
        child.stdout.emit('data', output);
        child.emit('close', code);
      };
      void work();
      return child;
    },
  };
});

async function runWrangler(args: string[], folder: string): Promise<{ code: number; output: string }> {
  if (!run.account) throw new Error('There is no account.');
  const { changes, read } = fakeWrangler(run.account, args, folder);
  const failsAfter = nextStep(
    `wrangler ${args
      .slice(0, 4)
      .join(' ')
      .replace(/ --config.*/, '')}`,
    changes.length,
  );
  const calls = read ? [read] : changes.slice(0, failsAfter ?? changes.length);
  let result: unknown = null;
  for (const call of calls) {
    const answer = await call();
    if (failsAfter === null && answer && 'code' in answer)
      return { code: 1, output: `${answer.message} [code: ${answer.code}]` };
    result = answer && 'result' in answer ? answer.result : null;
  }
  return failsAfter === null
    ? { code: 0, output: JSON.stringify(result) }
    : { code: 1, output: 'interrupted' };
}

function interrupt({ method, path }: Call) {
  const isRead = method === 'GET' || path.endsWith('/query');
  const failsAfter = nextStep(
    `${method} ${path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')}`,
    isRead ? 0 : 1,
  );
  return failsAfter === null ? null : failsAfter === 0 ? 'before' : 'after';
}

/** Of its own name, because other tests deploy at the same time, from a folder of that name. */
const deployment = { ...stage, name: 'repeated' };

// Each deployment waits for signals while it has a file of secrets.
process.setMaxListeners(0);
const folder = mkdtempSync(join(tmpdir(), 'backlot-repeated-'));
const secrets = join(folder, 'secrets.env');
beforeAll(() =>
  writeFileSync(
    secrets,
    'IDENTITY_SECRET=a secret of at least thirty-two bytes\nACCOUNTING_SECRET=another\n',
  ),
);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Deploys into the account. Returns the error, or null. */
async function deployInto(account: Account, failure: typeof run.failure = null): Promise<string | null> {
  Object.assign(run, { account, steps: [], failure });
  try {
    await deploy(
      createProgress(() => undefined),
      deployment,
      secrets,
    );
    return null;
  } catch (error) {
    return String(error);
  }
}

async function freshAccount(): Promise<Account> {
  const account = await openAccount();
  for (const [name, value] of Object.entries(account.environment)) vi.stubEnv(name, value);
  return Object.assign(account, { interrupt });
}

/** Everything in the account that a deployment made, without ids and times. */
function stateOf({ databases, bucketsAndQueues, workers, pages, redirects }: Account) {
  const schema = 'SELECT type, name, sql FROM sqlite_schema ORDER BY type, name';
  return {
    databases: [...databases.databaseById.values()].map(({ name, asked, readReplication, sql }) => ({
      name,
      asked,
      readReplication,
      schema: sql.prepare(schema).all(),
      migrations: sql.prepare('SELECT name FROM d1_migrations ORDER BY name').all(),
    })),
    buckets: [...bucketsAndQueues.buckets],
    queues: [...bucketsAndQueues.queues],
    workers: [...workers.workerByName].map(([name, worker]) => [name, { ...worker, uploads: 0 }]),
    pages: [...pages.projects].map(([name, { files, domains }]) => [name, files, domains]),
    redirects: [[...redirects.lists], redirects.rules],
  };
}

/** Where to interrupt: each call before it does anything, in the middle, and when all is done; reads of a kind once. */
function interruptionsOf(steps: readonly Step[]) {
  return steps.flatMap(({ name, nth, changes }) => {
    if (changes === 0 && nth > 0) return [];
    const after = new Set([0, Math.floor(changes / 2), changes]);
    return [...after].map((count) => ({
      name,
      nth,
      after: count,
      isComplete: changes > 0 && count === changes,
      title: `${name} (${nth}), after ${count} of ${changes}`,
    }));
  });
}

test('DEC-147: a deployment that failed at any call is completed by repeating it', async () => {
  const undisturbed = await freshAccount();
  expect(await deployInto(undisturbed)).toBeNull();
  undisturbed.close();
  const expected = stateOf(undisturbed);
  const interruptions = interruptionsOf(run.steps);
  expect(interruptions.length).toBeGreaterThan(40);
  for (const { title, isComplete, ...failure } of interruptions) {
    const account = await freshAccount();
    const error = await deployInto(account, failure);
    // A migration that reports a failure after its end needs no repetition.
    if (!isComplete) expect(error, title).not.toBeNull();
    expect(await deployInto(account), title).toBeNull();
    account.close();
    expect(stateOf(account), title).toEqual(expected);
    expect(account.unknownCalls, title).toEqual([]);
  }
});
