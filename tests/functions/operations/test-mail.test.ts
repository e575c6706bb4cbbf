import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { as } from '../../support/worker/fixtures/client.ts';
import { forgetSent, openStudio, sent, studioEnv } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);
beforeEach(forgetSent);

const requestMail = (name: Parameters<typeof as>[0]) =>
  as(name).post('/api/health/test-mail?showId=alpha1', {});

test('DEC-144: an administrator gets a test e-mail at their own address', async () => {
  const { status, body } = await requestMail('ada');
  expect([status, body]).toEqual([200, { success: true }]);
  expect(sent.mail).toMatchObject([{ to: 'ada@backlot.example', subject: 'Backlot test e-mail' }]);
});

test('DEC-144: a user who administers no show gets no test e-mail', async () => {
  expect((await requestMail('dana')).status).toBe(403);
  expect(sent.mail).toEqual([]);
});

test('DEC-144: the reason of a test e-mail that was not sent is returned', async () => {
  const send = vi
    .spyOn(studioEnv.EMAIL, 'send')
    .mockRejectedValueOnce(Object.assign(new Error('no'), { code: 'E_RECIPIENT_SUPPRESSED' }));
  const { status, body } = await requestMail('ada');
  send.mockRestore();
  expect([status, body]).toMatchObject([
    424,
    { code: 'email_send_failed', message: 'One of the addresses no longer accepts e-mail from Backlot.' },
  ]);
});

test('DEC-144: test e-mails are limited per user', async () => {
  const limit = vi.spyOn(studioEnv.SIGN_IN_LIMIT, 'limit').mockResolvedValueOnce({ success: false });
  expect((await requestMail('ada')).status).toBe(429);
  expect(limit).toHaveBeenCalledWith({ key: expect.stringMatching(/^test-mail:/) as unknown });
  limit.mockRestore();
  expect(sent.mail).toEqual([]);
});
