import { beforeAll, describe, expect, test, vi } from 'vitest';
import { accountingFor } from '#edges/accounting/open';
import { encryptSecret } from '#verbs/identity/encrypt-secret';
import { as, signInWith } from '../../support/worker/fixtures/client.ts';
import {
  fetchWorker,
  openStudio,
  origin,
  password,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const published = {
  IDENTITY_SECRET: 'local-identity-secret',
  ACCOUNTING_SECRET: 'local-accounting-secret',
} as const;
const show = { license: 'L', accountingSystem: 'SA' } as const;

describe('secrets of wrangler.toml', () => {
  test('a deployment never seals or signs with them', async () => {
    for (const deployed of [
      { ENVIRONMENT: 'production', WEB_ORIGIN: '' },
      { ENVIRONMENT: 'local', WEB_ORIGIN: 'https://backlot.example.com' },
    ]) {
      const env: Env = Object.assign({ ...studioEnv }, published, deployed);
      await expect(encryptSecret(env, 'purpose', 'dana', 'x')).rejects.toThrow(
        /^IDENTITY_SECRET is the value of local/,
      );
      expect(() => accountingFor(env, show)).toThrow(/^ACCOUNTING_SECRET is the value of local/);
      const own = Object.assign({}, env, { IDENTITY_SECRET: 'own'.repeat(11), ACCOUNTING_SECRET: 'own' });
      await expect(encryptSecret(own, 'purpose', 'dana', 'x')).resolves.toBeTypeOf('string');
      expect(() => accountingFor(own, show)).not.toThrow();
      expect(() => accountingFor({ ...own, ACCOUNTING_SECRET: '' }, show)).toThrow(/^ACCOUNTING_SECRET/);
    }
    const local: Env = Object.assign({ ...studioEnv }, published, { ENVIRONMENT: 'local', WEB_ORIGIN: '' });
    await expect(encryptSecret(local, 'purpose', 'dana', 'x')).resolves.toBeTypeOf('string');
    expect(() => accountingFor(local, show)).not.toThrow();
  });

  test('a sign-in with a second factor then returns 500, and the log has the reason', async () => {
    await as('ada').patch('/api/users/carl?show=alpha1', { mfaEnabled: true });
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const before = studioEnv.IDENTITY_SECRET;
    Object.assign(studioEnv, { IDENTITY_SECRET: published.IDENTITY_SECRET });
    const answer = await signInWith({ username: 'carl@backlot.example', password });
    Object.assign(studioEnv, { IDENTITY_SECRET: before });
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('IDENTITY_SECRET');
    expect(JSON.stringify(log.mock.calls)).toContain('IDENTITY_SECRET is the value of local runs');
    log.mockRestore();
  });
});

describe('DEC-122: the length of secrets', () => {
  const deployed = (secrets: Record<string, string>): Env =>
    Object.assign({ ...studioEnv }, { ENVIRONMENT: 'production' }, secrets);

  test('DEC-122: a deployment seals nothing under an own secret with fewer than 32 bytes', async () => {
    for (const short of ['x', 'x'.repeat(31)])
      await expect(
        encryptSecret(deployed({ IDENTITY_SECRET: short }), 'purpose', 'dana', 'x'),
      ).rejects.toThrow('IDENTITY_SECRET has fewer than 32 bytes');
    for (const long of ['x'.repeat(32), 'é'.repeat(16)])
      await expect(
        encryptSecret(deployed({ IDENTITY_SECRET: long }), 'purpose', 'dana', 'x'),
      ).resolves.toBeTypeOf('string');
  });

  test('DEC-122: the Worker does not start with a short secret of its own', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const before = studioEnv.IDENTITY_SECRET;
    Object.assign(studioEnv, { IDENTITY_SECRET: 'x' });
    const answer = await fetchWorker(new Request(`${origin}/api/auth/login`));
    Object.assign(studioEnv, { IDENTITY_SECRET: before });
    expect(answer.status).toBe(500);
    expect(JSON.stringify(log.mock.calls)).toContain('IDENTITY_SECRET has fewer than 32 bytes');
    log.mockRestore();
  });

  test('DEC-122: a short secret of an existing deployment, or one issued by others, only logs a warning', async () => {
    const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const env = deployed({
      IDENTITY_SECRET: 'short',
      SHORT_IDENTITY_SECRET: 'tolerated',
      ACCOUNTING_SECRET: 'short',
      OIDC_CLIENT_SECRET: 'short',
    });
    await expect(encryptSecret(env, 'purpose', 'dana', 'x')).resolves.toBeTypeOf('string');
    vi.resetModules();
    const { checkSecrets } = await import('#verbs/operations/check-secrets');
    for (let call = 0; call < 2; call += 1) checkSecrets(env);
    const logLines = log.mock.calls.map(
      ([line]) => JSON.parse(String(line)) as { event: string; name: string },
    );
    expect(logLines.map(({ event, name }) => [event, name])).toEqual([
      ['short secret', 'IDENTITY_SECRET'],
      ['short secret', 'ACCOUNTING_SECRET'],
      ['short secret', 'OIDC_CLIENT_SECRET'],
    ]);
    log.mockRestore();
  });
});
