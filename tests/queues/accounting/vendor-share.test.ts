import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aDraft, as, withTotal, create } from '../../support/worker/fixtures/client.ts';
import { deliver } from '../../support/worker/fixtures/queues.ts';
import { forgetSent, openStudio, sent, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(openStudio);
beforeEach(forgetSent);

const accountant = 'ann@accounts.example';
const temporary = (own: Record<string, unknown> = {}) => ({
  ...withTotal(10),
  vendor: {
    isTemporary: true,
    name: 'Corner Hardware',
    address: '3 Side St',
    city: 'Burbank',
    contact: 'Tilly Till',
    email: 'till@corner.example',
    phoneNumber: '555 0100',
    isRelatedParty: true,
    shareEmail: accountant,
    shareNote: 'New for the pilot.\nPlease set up.',
    ...own,
  },
  vendorAddress: null,
});
const save = (id: string, own: Record<string, unknown>) =>
  as('dana').put<PurchaseOrder>(`/api/pos/${id}`, aDraft(own));
const form = async (name: string, bytes = '%PDF-1.7 tax form') =>
  (await as('dana').upload({ name, bytes }, { owner: 'vendor' })).body;
const queue = (env: Env = studioEnv) => deliver('backlot-outbox', sent.outbox.splice(0), env);

describe('sharing a temporary vendor with the accountant', () => {
  test('EM-15, DEC-89: a new vendor is shared in one e-mail with its data, its tax forms and the note', async () => {
    await create('dana', temporary({ attachments: [await form('w9.pdf')] }));
    expect(sent.mail).toEqual([]);
    await queue();
    const [mail, ...more] = sent.mail;
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: accountant,
      subject: 'Dana Stone shared the vendor Corner Hardware with you (Alpha Station)',
    });
    const lines = [
      'New for the pilot.\nPlease set up.',
      'Vendor name: Corner Hardware',
      'Street address: 3 Side St, Burbank',
      'Contact name: Tilly Till',
      'E-mail address: till@corner.example',
      'Phone number: 555 0100',
      'Related party: Yes',
    ];
    for (const line of lines) expect(mail?.text).toContain(line);
    for (const value of ['New for the pilot.', '3 Side St, Burbank', 'till@corner.example'])
      expect(mail?.html).toContain(value);
    const [attached, ...others] = mail?.attachments ?? [];
    expect(others).toEqual([]);
    expect(attached).toMatchObject({
      disposition: 'attachment',
      filename: 'w9.pdf',
      type: 'application/pdf',
    });
    expect(new TextDecoder().decode(attached?.content)).toBe('%PDF-1.7 tax form');
  });

  test('EM-15, DEC-89: a changed vendor is shared again, and an unchanged or unshared one is not', async () => {
    const po = await create('dana', temporary({ name: 'Lamp Loft', shareEmail: '', shareNote: '' }));
    const { tempVendorId } = po.vendor;
    await queue();
    expect(sent.mail).toEqual([]);

    const change = temporary({ name: 'Lamp Attic', tempVendorId, updateTempVendor: true });
    await save(po.id, change);
    await queue();
    expect(sent.mail.map((mail) => [mail.to, mail.subject])).toEqual([
      [accountant, 'Dana Stone shared the vendor Lamp Attic with you (Alpha Station)'],
    ]);
    await save(po.id, change);
    await save(po.id, temporary({ name: 'Lamp Attic', tempVendorId }));
    await create('dana', temporary({ name: 'Lamp Attic', tempVendorId }));
    await queue();
    expect(sent.mail).toHaveLength(1);
  });

  test('EM-15, DEC-89: a save with a tax form that was removed meanwhile sends no second e-mail', async () => {
    const gone = await form('old.pdf');
    const po = await create('dana', temporary({ name: 'Wig Room', attachments: [gone] }));
    await queue();
    await as('dana').delete(`/files/vendor-attachment/${gone.attachmentId}?showId=alpha1`);
    const { tempVendorId } = po.vendor;
    const stale = temporary({ name: 'Wig Room', tempVendorId, updateTempVendor: true, attachments: [gone] });
    expect((await as('ada').put(`/api/pos/${po.id}`, aDraft(stale))).status).toBe(200);
    await queue();
    expect(sent.mail).toHaveLength(1);
  });

  test('EM-15, DEC-99: a duplicate request and a duplicate message send one e-mail', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = aDraft(temporary({ name: 'Twin Peaks Timber' }));
    await as('dana').post('/api/pos', body, headers);
    await as('dana').post('/api/pos', body, headers);
    const messages = sent.outbox.splice(0);
    await deliver('backlot-outbox', messages);
    await deliver('backlot-outbox', messages);
    expect(sent.mail).toHaveLength(1);
  });

  test('EM-15: the e-mail is sent once, later, when the mail service fails', async () => {
    const broken = {
      ...studioEnv,
      EMAIL: { send: () => Promise.reject(new Error('mailbox is full')) },
    } as unknown as Env;
    await create('dana', temporary({ name: 'Slow Boat' }));
    const messages = sent.outbox.splice(0);
    expect(await deliver('backlot-outbox', messages, broken)).toEqual({ acknowledged: 0, retried: 1 });
    await sql.alpha`UPDATE outbox SET next_attempt_at = '2026-01-01' WHERE kind = 'share-temp-vendor'`;
    await deliver('backlot-outbox', messages);
    await deliver('backlot-outbox', messages);
    expect(sent.mail).toHaveLength(1);
  });

  test('DEC-89: the e-mail lists forms that do not fit, and escapes user input', async () => {
    const large = await form(
      'scan.pdf',
      `%PDF-1.7\n1 0 obj<</Length 4000000>>stream\n${'x'.repeat(4_000_000)}\nendstream endobj`,
    );
    const small = await form('w9.pdf');
    const vendor = { name: '<b>Bold</b>', shareNote: '<img src=x>', attachments: [large, small] };
    await create('dana', temporary(vendor));
    await queue();
    const [mail] = sent.mail;
    expect(mail?.attachments?.map((one) => one.filename)).toEqual(['w9.pdf']);
    expect(mail?.text).toContain('Too large for this e-mail: scan.pdf');
    expect(mail?.html).not.toContain('<b>Bold');
    expect(mail?.html).not.toContain('<img');
  });

  test('DEC-89: an invalid address is refused, and nothing is queued', async () => {
    const answer = await as('dana').post('/api/pos', aDraft(temporary({ shareEmail: 'ann at accounts' })));
    expect([answer.status, answer.body['code']]).toEqual([422, 'INVALID_TEMP_VENDOR']);
    expect(sent.outbox).toEqual([]);
  });
});
