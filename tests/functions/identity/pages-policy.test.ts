import { beforeAll, describe, expect, test } from 'vitest';
import { Secret, TOTP } from 'otpauth';
import { app } from '../../../functions/app.ts';
import { staticHeadersFile } from '#middleware/security-headers';
import { openBrowser } from '../../support/worker/browser.ts';
import type { Browser, Visited } from '../../support/worker/browser.ts';
import { issuer, openProvider } from '../../support/worker/identity/identity-provider.ts';
import { targetShows, openThreeShows } from '../../support/worker/fixtures/three-shows.ts';
import { passwordLinkOf } from '../../support/worker/identity/password-link.ts';
import { password, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';
import { documentAccess } from '../../support/transition-matrix/access-expectations-documents.ts';
import { managementAccess } from '../../support/transition-matrix/access-expectations-management.ts';

let signedIn: Browser;
beforeAll(async () => {
  await openThreeShows();
  const limit = async () => ({ success: true });
  Object.assign(studioEnv, { SIGN_IN_LIMIT: { limit }, SIGN_IN_ADDRESS_LIMIT: { limit } });
  signedIn = openBrowser();
  await signedIn.submit('/api/auth/login', { username: 'ada@backlot.example', password });
});

const verdicts = { ...managementAccess, ...documentAccess };
const routes = [
  ...new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  ),
];

/** The faults in the policy of a response. A response that is no page may display and run nothing. */
function faultsOf({ headers, html }: Pick<Visited, 'headers' | 'html'>): string[] {
  const policy = new Map(
    (headers.get('content-security-policy') ?? '').split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')] as const;
    }),
  );
  const faults: string[] = [];
  if (policy.get('default-src') !== "'none'") faults.push('default-src');
  if (policy.get('base-uri') !== "'none'") faults.push('base-uri');
  if (!["'none'", "'self'"].includes(policy.get('frame-ancestors') ?? '')) faults.push('frame-ancestors');
  if (!['', "'none'", "'self'"].includes(policy.get('script-src') ?? '')) faults.push('script-src');
  if (!['', "'none'", "'self'"].includes(policy.get('style-src') ?? '')) faults.push('style-src');
  if (headers.get('x-content-type-options') !== 'nosniff') faults.push('nosniff');
  if (!/max-age=31536000; includeSubDomains/.test(headers.get('strict-transport-security') ?? ''))
    faults.push('strict-transport-security');
  if (!headers.get('content-type')?.startsWith('text/html')) return faults;
  if (/<script(?![^>]*\ssrc=)/i.test(html)) faults.push('a script in the page');
  if (/<style|<[^>]*\sstyle\s*=/i.test(html.replaceAll(/"[^"]*"/g, '""'))) faults.push('a style in the page');
  // Text in quotes is not an attribute.
  if (/<[^>]*\son[a-z]+\s*=/i.test(html.replaceAll(/"[^"]*"/g, '""'))) faults.push('a handler in the page');
  if (/(href|src|action)\s*=\s*["']?\s*javascript:/i.test(html)) faults.push('a javascript: address');
  return faults;
}

test('DEC-141: a response of the API has the security headers of static files', async () => {
  const { headers } = await openBrowser().visit('/api/none');
  const names = [...staticHeadersFile('/faq.html').matchAll(/^ {2}([\w-]+): (.*)$/gm)];
  const ofFiles = names.map(([, name = '', value = '']) => [name, value] as const);
  const shared = ofFiles.filter(([name]) => !['Content-Security-Policy', 'Cache-Control'].includes(name));
  expect(shared.length).toBe(5);
  expect(shared.map(([name]) => [name, headers.get(name)])).toEqual(shared);
  expect(headers.get('Content-Security-Policy')).toContain("base-uri 'none'");
});

describe('the content security policy', () => {
  test('no response of any route, page, refusal or file runs an inline script', async () => {
    const stranger = openBrowser();
    const faults: string[] = [];
    let pages = 0;
    // The last one would end the session of the others.
    for (const route of routes.filter((one) => one !== 'DELETE /api/sessions')) {
      const [method = 'GET'] = route.split(' ');
      const path = verdicts[route]?.path(targetShows.own) ?? '/';
      const init = { method, headers: { origin: 'https://backlot.test' } };
      for (const browser of [signedIn, stranger]) {
        const visited = await browser.visit(path, init);
        if (visited.headers.get('content-type')?.startsWith('text/html')) pages += 1;
        faults.push(...faultsOf(visited).map((fault) => `${route}: ${fault}`));
      }
    }
    expect(faults).toEqual([]);
    expect(pages).toBeGreaterThan(15);
  }, 60_000);

  test('no page of the sign-in does, whatever was typed', async () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const titles = new Set<string>();
    const faults: string[] = [];
    const check = (what: string, visited: Visited) => {
      titles.add(/<title>([^<]*) · Backlot/.exec(visited.html)?.[1] ?? `none: ${what}`);
      faults.push(...faultsOf(visited).map((fault) => `${what}: ${fault}`));
      return visited;
    };
    const browser = openBrowser();
    const form = { username: hostile, password: hostile, returnTo: `/po?${hostile}` };
    check('sign in', await browser.get(`/api/auth/login?returnTo=${encodeURIComponent(`/po?q=${hostile}`)}`));
    check('wrong password', await browser.submit('/api/auth/login', form));
    check('forgotten', await browser.submit('/api/auth/forgot', { username: hostile }));
    check('no forgotten', await browser.submit('/api/auth/forgot', {}));
    check('dead link', await browser.get('/api/auth/password/none'));
    check('ended mail link', await browser.get('/pages/pdf/alpha1_none'));
    check('not found', await browser.get(`/api/${encodeURIComponent(hostile)}`));

    const link = await passwordLinkOf('dana');
    check('new password', await browser.get(link));
    const uneven = { password: hostile, again: 'another' };
    check('uneven passwords', await browser.submit(link, uneven));

    await sql.directory`UPDATE users SET mfa_enabled = 1 WHERE id = 'grace'`;
    await browser.submit('/api/auth/login', { username: 'grace@backlot.example', password });
    const factor = '/api/auth/second-factor';
    const { html } = check('enrolment', await browser.get(factor));
    check('wrong code', await browser.submit(factor, { code: hostile.slice(0, 40) }));
    const secret = (/<code class="key">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    check('recovery codes', await browser.submit(factor, { code }));
    check('proof', await browser.get('/api/auth/authenticator'));
    await browser.submit('/api/auth/login', { username: 'grace@backlot.example', password });
    check('code', await browser.get(factor));
    check('recovery', await browser.get(`${factor}?recovery=true`));
    check('no authenticator', await signedIn.get('/api/auth/authenticator'));
    const own = '/api/auth/password';
    check('own password', await signedIn.get(`${own}?returnTo=${encodeURIComponent(`/po?q=${hostile}`)}`));
    const typed = { current: hostile, password: hostile, again: 'another', returnTo: `/po?${hostile}` };
    check('uneven own passwords', await signedIn.submit(own, typed));

    const provider = await openProvider();
    check('signed out', await browser.get('/api/auth/signed-out'));
    const { location } = await browser.get('/api/auth/login');
    check('nobody', await browser.get(provider.grant(location, `${hostile}@backlot.example`)));
    check('interrupted', await browser.get('/api/auth/callback?error=access_denied'));
    Object.assign(studioEnv, { OIDC_ISSUER: `${issuer}/moved` });
    check('provider down', await browser.get('/api/auth/login'));
    Object.assign(studioEnv, { OIDC_ISSUER: '' });

    expect(faults).toEqual([]);
    expect(titles.size).toBeGreaterThan(14);
  });

  test.each<[string, string, string, string]>([
    [
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      '<script>1</script>',
      'a script in the page',
      'text/html',
    ],
    [
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      '<p onclick="x()">',
      'a handler in the page',
      'text/html',
    ],
    [
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      '<a href="javascript:x">',
      'a javascript: address',
      'text/html',
    ],
    [
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; script-src 'unsafe-inline'",
      '',
      'script-src',
      'text/html',
    ],
    [
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
      '',
      'style-src',
      'text/html',
    ],
    [
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      '<p style="color: red">',
      'a style in the page',
      'text/html',
    ],
    ["base-uri 'none'; frame-ancestors 'none'", '{}', 'default-src', 'application/json'],
    ["default-src 'none'; base-uri 'none'", '{}', 'frame-ancestors', 'application/json'],
  ])('a planted fault is found: %s with %s is %s', (policy, html, says, type) => {
    const headers = new Headers({
      'content-security-policy': policy,
      'content-type': type,
      'x-content-type-options': 'nosniff',
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    });
    expect(faultsOf({ headers, html })).toEqual([says]);
  });
});
