import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { throwAwayFolder } from '../../../scripts/environment.mjs';
import { prepare } from '../../../scripts/prepare.mjs';
import { createProgress } from '../../../scripts/processes/progress.mjs';
import { freePort } from '../../../scripts/server/free-port.mjs';
import { serve } from '../../../scripts/server/serve.mjs';
import { repository } from '../repository-copy.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** What the proxy in front of the product breaks. */
const faults = { header: '', upgrades: false };
const state = throwAwayFolder();
let product: Awaited<ReturnType<typeof serve>>;
let address: string;

/** Hands everything to the product, except for the planted faults. */
const proxy = createServer((request, response) => {
  const { method, headers, url } = request;
  const forwarded = httpRequest(new URL(url ?? '/', product.address), { method, headers }, (answer) => {
    const kept = { ...answer.headers };
    if (faults.header !== '') delete kept[faults.header];
    response.writeHead(answer.statusCode ?? 500, kept);
    answer.pipe(response);
  });
  forwarded.on('error', () => response.destroy());
  request.pipe(forwarded);
});
proxy.on('upgrade', (request, socket, head) => {
  if (faults.upgrades) {
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    return;
  }
  const forwarded = httpRequest(new URL(request.url ?? '/', product.address), { headers: request.headers });
  forwarded.on('error', () => socket.destroy());
  forwarded.on('upgrade', (answer, upstream) => {
    const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}`);
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    upstream.pipe(socket).pipe(upstream);
    for (const end of [upstream, socket]) end.on('error', () => undefined);
  });
  forwarded.end();
});

beforeAll(async () => {
  await prepare(
    createProgress(() => undefined),
    { state },
  );
  const port = (await freePort(0)) ?? 0;
  product = await serve({ port, state, log: join(state, 'serve.log'), isQuiet: true, isFixed: true });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  await fetch(`${product.address}/cdn-cgi/local/explorer/api/local/scheduled?worker=backlot`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ cron: '* * * * *' }),
  });
});
afterAll(async () => {
  proxy.close();
  await product.stop();
  rmSync(state, { recursive: true, force: true });
});
beforeEach(() => Object.assign(faults, { header: '', upgrades: false }));

const administrator = { BACKLOT_CHECK_USER: 'sam@backlot.example', BACKLOT_CHECK_PASSWORD: 'backlot-demo' };

/** Runs the command without an account. Returns the outcome of each check by its name. */
async function check(variables: Record<string, string> = {}) {
  const script = join(repository, 'scripts/deploy.mjs');
  const command = [script, '--check', address, '--config', join(state, 'none.json')];
  const env = { ...process.env, CLOUDFLARE_API_TOKEN: '', ...variables };
  const child = spawn(process.execPath, command, { env });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const code = await new Promise((resolve) => {
    child.once('close', resolve);
  });
  const lines = [...output.matchAll(/^(ok|failed|left out) +([^:]+): (.*)$/gm)];
  return { code, output, outcomes: new Map(lines.map(([, outcome, name]) => [name, outcome])) };
}

const withoutAccount = { placement: 'left out', 'read replicas': 'left out', 'pages.dev': 'left out' };

test('DEC-145: the check of a served product as an administrator finds every part working', async () => {
  const { code, output, outcomes } = await check(administrator);
  expect(Object.fromEntries(outcomes), output).toEqual({
    ...withoutAccount,
    'static files': 'ok',
    Worker: 'ok',
    'sign-in': 'ok',
    realtime: 'ok',
    health: 'ok',
    cron: 'ok',
    PDF: 'ok',
    'e-mail': 'ok',
  });
  expect(code).toBe(0);
});

test('DEC-145: without credentials the check names what it leaves out, and passes', async () => {
  const { code, output, outcomes } = await check();
  const left = ['sign-in', 'health', 'cron', 'PDF', 'e-mail'];
  expect(
    left.map((name) => outcomes.get(name)),
    output,
  ).toEqual(left.map(() => 'left out'));
  expect(outcomes.get('realtime')).toBe('ok');
  expect(output).toContain('set BACKLOT_CHECK_USER');
  expect(code).toBe(0);
});

test('DEC-145: the check fails for a missing security header, of static files and of the Worker', async () => {
  faults.header = 'x-content-type-options';
  const { code, output, outcomes } = await check();
  expect(outcomes.get('static files'), output).toBe('failed');
  expect(outcomes.get('Worker')).toBe('failed');
  expect(output).toContain('no X-Content-Type-Options');
  expect(code).toBe(1);
});

test('DEC-145: the check fails for a channel that does not change to a WebSocket', async () => {
  faults.upgrades = true;
  const { code, output, outcomes } = await check();
  expect(outcomes.get('realtime'), output).toBe('failed');
  expect(output).toContain('did not change to a WebSocket');
  expect(code).toBe(1);
});

test('DEC-145: the check fails for a wrong password, and goes on', async () => {
  const { code, outcomes } = await check({ ...administrator, BACKLOT_CHECK_PASSWORD: 'wrong' });
  expect([outcomes.get('sign-in'), outcomes.get('PDF'), code]).toEqual(['failed', 'left out', 1]);
});
