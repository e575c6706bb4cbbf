import { env } from 'cloudflare:workers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aDraft, as, create, submitted } from '../../support/worker/fixtures/client.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

/** Gives this user another role in the show. */
async function become(name: string, role: string): Promise<void> {
  const { success } = await env.DIRECTORY.prepare(
    "UPDATE memberships SET role = ? WHERE user_id = ? AND show_id = 'alpha1'",
  )
    .bind(role, name)
    .run();
  expect(success).toBe(true);
}

const forbidden = [403, { code: 'FORBIDDEN' }];

describe('permission levels', () => {
  afterEach(() => become('dana', 'PO Creator'));

  test('PE-03, PE-06: READ CreatePurchaseOrders allows reading, but not saving, duplicating or pulling', async () => {
    const dana = as('dana');
    const { id } = await submitted('dana');
    const own = await create('dana');
    await become('dana', 'Invoice Creator');
    expect((await dana.get(`/api/pos/${id}`)).status).toBe(200);
    const answers = [
      await dana.put(`/api/pos/${id}/pull-from-approval`, {}),
      // Save & Create New, Duplicate and Save & Duplicate are creations.
      await dana.post('/api/pos', aDraft()),
      await dana.post('/api/pos', { ...aDraft(), duplicatedFrom: own.id }),
    ];
    for (const answer of answers) expect([answer.status, answer.body]).toEqual(forbidden);
    expect((await dana.get(`/api/pos/${id}`)).body).toMatchObject({ status: 'SUBMITTED_FOR_APPROVAL' });
    await become('dana', 'PO Creator');
    expect((await dana.put(`/api/pos/${id}/pull-from-approval`, {})).status).toBe(200);
    expect((await dana.post('/api/pos', aDraft())).status).toBe(201);
  });
});

test('SH-13, DEC-14: a document is read in the named persona, in any letter case, and in no other', async () => {
  const { id } = await submitted('dana');
  const status = async (name: 'dana' | 'abel', persona: string) =>
    (await as(name).get(`/api/pos/${id}?persona=${persona}`)).status;
  expect([await status('dana', 'CREATOR'), await status('dana', 'creator')]).toEqual([200, 200]);
  expect([await status('abel', 'APPROVER'), await status('abel', 'approver')]).toEqual([200, 200]);
  // A user who is not on the workflow keeps the creator's view.
  expect(await status('dana', 'APPROVER')).toBe(200);
  const unknown = await as('dana').get(`/api/pos/${id}?persona=owner`);
  expect([unknown.status, unknown.body['code']]).toEqual([400, 'invalid_parameter']);
});

test('SE-26: three date format codes can be stored, or none; others are refused', async () => {
  const preferences = {
    emailNotifications: true,
    consolidatePoEmails: false,
    consolidatePaymentEmails: false,
    consolidateInvoiceEmails: false,
  };
  const luis = as('luis');
  for (const dateFormat of ['MM_DD_YYYY', 'DD_MM_YYYY', 'YYYY_MM_DD', null]) {
    const answer = await luis.post('/api/users/addUpdateUserSettings', { ...preferences, dateFormat });
    expect([answer.status, answer.body['dateFormat']]).toEqual([200, dateFormat]);
    // The next start-up returns it.
    expect((await luis.get('/api/sessions/login-context')).body).toMatchObject({ dateFormat });
  }
  for (const dateFormat of ['MM/DD/YYYY', 'YYYY_DD_MM', '', 'mm_dd_yyyy']) {
    const answer = await luis.post('/api/users/addUpdateUserSettings', { ...preferences, dateFormat });
    expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_parameter']);
  }
});
