import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callers } from '../../../stress/served/caller.ts';
import type { Call } from '../../../stress/served/soak/figures.ts';
import { rounds } from '../../../stress/served/soak/people.ts';
import { chanceOf } from '../../../stress/simulator/random.ts';
import { prepare } from '../../../scripts/prepare.mjs';
import { freePort } from '../../../scripts/server/free-port.mjs';
import { serve } from '../../../scripts/server/serve.mjs';

const state = mkdtempSync(join(tmpdir(), 'backlot-restart-'));
const running: { stop: () => Promise<void> }[] = [];
afterAll(async () => {
  for (const server of running) await server.stop();
  rmSync(state, { recursive: true, force: true });
});

const silent = {
  step: async (_name: string, work: (tell: (text: string) => void) => unknown) => {
    await work(() => undefined);
  },
};

async function start() {
  const port = await freePort(0);
  if (port === null) throw new Error('There is no free port');
  const server = await serve({ port, state, log: join(state, 'serve.log'), isFixed: true });
  running.push(server);
  return server;
}

interface DocumentBody {
  version: number;
  notes: { keyId: string }[];
}

async function read<Body>(answer: Promise<Response>): Promise<Body> {
  return (await (await answer).json()) as Body;
}

/** Signs in as the web does, with cookie and CSRF header on every call. */
async function signIn(address: string) {
  const form = new URLSearchParams({ username: 'dana@backlot.example', password: 'backlot-demo' });
  const answer = await fetch(`${address}/api/auth/login`, { method: 'POST', body: form, redirect: 'manual' });
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const context = fetch(`${address}/api/sessions/login-context`, { headers: { cookie } });
  const { csrfToken } = await read<{ csrfToken: string }>(context);
  const headers = { cookie, 'x-csrf-token': csrfToken, 'content-type': 'application/json' };
  return (path: string, method = 'GET', body?: unknown) =>
    fetch(address + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

/** The kinds of calls that must occur. */
const works = ['approve', 'create', 'home', 'list pos', 'open', 'submit', 'upload'];
const atLeastMs = 3_000;
const atMostMs = 300_000;

/** The calls of eight users who work for some seconds, or on a slow machine until every kind has occurred. */
async function workload(address: string): Promise<Call[]> {
  const people = await callers(address, Object.keys(rounds));
  const calls: Call[] = [];
  const began = Date.now();
  const isDone = () => works.every((work) => calls.some(({ what }) => what === work));
  const isOver = () => Date.now() >= began + (isDone() ? atLeastMs : atMostMs);
  const chance = chanceOf(1);
  // Starts with the second round, because the PDF of the first takes longer than this.
  const work = people.map(async (who) => {
    for (let n = 1; !isOver(); n += 1) await rounds[who.name]?.({ who, n, calls, chance, isOver });
  });
  await Promise.all(work);
  return calls;
}

test('a server killed while writing restarts with every acknowledged write and complete histories, and serves eight users', async () => {
  await prepare(silent as never, { state });
  const first = await start();
  const call = await signIn(first.address);
  const list = call('/api/pos/filter?showId=nlite&count=1', 'POST', {});
  const { poS } = await read<{ poS: { id: string }[] }>(list);
  const id = poS[0]?.id ?? '';
  const acknowledged: string[] = [];
  const writing = (async () => {
    for (let n = 0; ; n += 1) {
      const keyId = `restart-${n}`;
      const answer = await call(`/api/pos/${id}/notes`, 'POST', { content: `Note ${n}`, keyId });
      if (answer.status === 201) acknowledged.push(keyId);
    }
  })().catch(() => undefined);
  while (acknowledged.length < 20) await new Promise((resolve) => setTimeout(resolve, 20));
  process.kill(-(first.pid ?? 0), 'SIGKILL');
  await writing;

  const second = await start();
  const again = await signIn(second.address);
  const found = await read<DocumentBody>(again(`/api/pos/${id}`));
  const storedKeys = new Set(found.notes.map((note) => note.keyId));
  expect(acknowledged.filter((keyId) => !storedKeys.has(keyId))).toEqual([]);
  // One event per note: a half-written one would be a version without its note.
  const next = await again(`/api/pos/${id}/notes`, 'POST', { content: 'After', keyId: 'restart-after' });
  expect(next.status).toBe(201);
  const after = await read<DocumentBody>(again(`/api/pos/${id}`));
  expect(after.version - found.version).toBe(1);
  expect(after.notes.length - found.notes.length).toBe(1);

  const calls = await workload(second.address);
  expect(calls.filter(({ status }) => status === 0 || status >= 400)).toEqual([]);
  const kinds = new Set(calls.map(({ what }) => what));
  expect([...kinds].toSorted()).toEqual(expect.arrayContaining(works));
}, 600_000);
