import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkRedirect, checkReplicas } from '../../../scripts/deployment/check/account.mjs';
import { headerFaults } from '../../../scripts/deployment/check/headers.mjs';
import { formatResult, LeftOut, runCheck } from '../../../scripts/deployment/check/outcome.mjs';
import { checkCron, checkHealth } from '../../../scripts/deployment/check/product.mjs';
import { redirectToAddress } from '../../../scripts/deployment/redirect.mjs';
import { openAccount } from '../../support/cloudflare/account.ts';
import { stage } from '../../support/cloudflare/stage.ts';

vi.setConfig({ testTimeout: 60_000 });

let account: Awaited<ReturnType<typeof openAccount>>;
/** Posts to the account as a deployment would. */
const post = (path: string, body: object) =>
  fetch(`${account.environment['CLOUDFLARE_API_BASE_URL']}/accounts/${'a'.repeat(32)}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
beforeEach(async () => {
  account = await openAccount();
  for (const [name, value] of Object.entries(account.environment)) vi.stubEnv(name, value);
  await post('/pages/projects', { name: 'stage-web' });
});
afterEach(() => {
  vi.unstubAllEnvs();
  account.close();
});

const headers = {
  'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'geolocation=(), microphone=(), camera=()',
  'Content-Security-Policy': "default-src 'self'; base-uri 'none'; frame-ancestors 'self'",
};

test('DEC-145: the check accepts the security headers of DEC-141 and names each that is missing or weaker', () => {
  expect(headerFaults(new Headers(headers))).toEqual([]);
  for (const name of Object.keys(headers)) {
    const { [name as keyof typeof headers]: _, ...others } = headers;
    expect(headerFaults(new Headers(others))).toEqual([`no ${name}`]);
  }
  const weak = {
    ...headers,
    'Strict-Transport-Security': 'max-age=0',
    'Content-Security-Policy':
      "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'",
  };
  expect(headerFaults(new Headers(weak))).toEqual([
    'Strict-Transport-Security is max-age=0',
    'the Content-Security-Policy has no frame-ancestors',
    "the Content-Security-Policy allows scripts from 'unsafe-inline'",
    "the Content-Security-Policy allows styles from 'unsafe-inline'",
  ]);
});

test('DEC-145: the check fails for a sweep that is five minutes old, and for none', () => {
  const health = { at: '2026-11-28T12:06:00.000Z', shows: [], versions: [] };
  expect(checkCron({ ...health, sweptAt: '2026-11-28T12:05:10.000Z' })).toBe('the last sweep ended 50 s ago');
  expect(() => checkCron({ ...health, sweptAt: '2026-11-28T12:00:30.000Z' })).toThrow('330 s ago.');
  expect(() => checkCron({ ...health, sweptAt: null })).toThrow('no sweep has ended yet.');
});

test('DEC-145: the check fails for a database without the newest migration of this tree', () => {
  const health = { at: '', sweptAt: null, shows: [{ level: 'well' }, { level: 'well' }] };
  const versions = (shows: string) => [
    { database: 'directory', version: '9999_newer' },
    { database: 'shows-0', version: shows },
  ];
  expect(checkHealth({ ...health, versions: versions('9999_newer') })).toBe(
    '2 databases are up to date; shows: 2 well',
  );
  expect(() => checkHealth({ ...health, versions: versions('0001_reference_data') })).toThrow(
    'shows-0 is at 0001_reference_data.',
  );
});

test('DEC-145: the line of a check has its outcome, the reason and the next step', async () => {
  const fine = await runCheck('PDF', async () => '12 bytes');
  expect(formatResult(fine)).toBe('ok        PDF: 12 bytes');
  const left = await runCheck('PDF', async () => {
    throw new LeftOut('no document.', 'create one.');
  });
  expect(formatResult(left)).toBe('left out  PDF: no document. Next: create one.');
  const failed = await runCheck('PDF', async () => {
    throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND stage.example.com') });
  });
  expect(formatResult(failed)).toBe(
    'failed    PDF: fetch failed: getaddrinfo ENOTFOUND stage.example.com. Next: check the address and its custom domain; a new one works after some minutes.',
  );
});

test('DEC-145: the check fails for a database with another read replication than deployment.json', async () => {
  for (const name of ['stage-directory', 'stage-shows-0']) await post('/d1/database', { name });
  await expect(checkReplicas(stage)).rejects.toThrow('stage-directory is disabled instead of auto.');
  await expect(checkReplicas({ ...stage, readReplication: 'disabled' })).resolves.toBe('disabled everywhere');
  await expect(checkReplicas(null)).rejects.toThrow(LeftOut);
});

test('DEC-146: a deployment redirects the address of its Pages project once, when its own address is assigned', async () => {
  expect(await redirectToAddress(stage)).toEqual({
    isAddressAssigned: false,
    remark: 'none yet, because stage.example.com is not assigned',
  });
  expect(account.redirects.changes).toBe(0);
  account.pages.projects.get('stage-web')?.domains.push('stage.example.com');
  expect(await redirectToAddress(stage)).toEqual({
    isAddressAssigned: true,
    remark: 'made for stage-web.pages.dev',
  });
  const item = {
    source_url: 'stage-web.pages.dev/',
    target_url: 'https://stage.example.com/',
    status_code: 301,
    include_subdomains: true,
    subpath_matching: true,
    preserve_path_suffix: true,
    preserve_query_string: true,
  };
  expect(account.redirects.lists).toEqual(new Map([['stage_pages_dev', [{ redirect: item }]]]));
  expect(account.redirects.rules).toMatchObject([
    { action: 'redirect', expression: 'http.request.full_uri in $stage_pages_dev' },
  ]);
  const { changes } = account.redirects;
  expect(await redirectToAddress(stage)).toMatchObject({ remark: 'there' });
  expect(account.redirects.changes).toBe(changes);
  // Another deployment of the account adds its rule to the same ruleset.
  await post('/pages/projects', { name: 'live-web' });
  account.pages.projects.get('live-web')?.domains.push('stage.example.com');
  await redirectToAddress({ ...stage, name: 'live' });
  expect(account.redirects.rules).toHaveLength(2);
  expect(account.unknownCalls).toEqual([]);
});

test('DEC-146: without the permission a deployment reports how to make the redirect', async () => {
  account.pages.projects.get('stage-web')?.domains.push('stage.example.com');
  account.redirects.isForbidden = true;
  const { remark } = await redirectToAddress(stage);
  expect(remark).toMatch(/^not permitted .*Bulk Redirects.*stage-web\.pages\.dev/);
});

test('DEC-146: the check fails for an address of Pages, or of an earlier deployment, that does not redirect', async () => {
  const open: string[] = [];
  const answer = async (url: string) =>
    open.some((host) => url.startsWith(`https://${host}/`))
      ? new Response('the page')
      : new Response(null, { status: 301, headers: { Location: 'https://stage.example.com/po?check=1' } });
  await expect(checkRedirect(stage, answer)).resolves.toBe('to https://stage.example.com');
  for (const host of ['stage-web.pages.dev', 'a.stage-web.pages.dev']) {
    open.splice(0, 1, host);
    await expect(checkRedirect(stage, answer)).rejects.toThrow(`https://${host} answers with status 200.`);
  }
});
