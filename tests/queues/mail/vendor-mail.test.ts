import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderNumber } from '#domain/documents/document-number';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { attachedText } from '../../support/worker/output/attached-text.ts';
import { recipientsOf } from '../../support/worker/output/sent-mail.ts';
import type { SentMail } from '../../support/worker/output/sent-mail.ts';
import { adjust, approved, oneMoreLine, save, submit } from '../../support/worker/fixtures/change-orders.ts';
import { action, approveAs, as, read, submitted } from '../../support/worker/fixtures/client.ts';
import { makeJobsDue, mailedHistory, failingMailService } from '../../support/worker/fixtures/mail.ts';
import { deliver, sweepIn, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import {
  failPushes,
  forgetSent,
  openStudio,
  rowsOf,
  sent,
  setSettings,
  sql,
  studioEnv,
} from '../../support/worker/fixtures/studio.ts';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

const ids = inShow('alpha1');
const lumen = 'ada@lumen.example';

beforeAll(openStudio);
afterAll(() => closeBrowser(studioEnv));
beforeEach(async () => {
  await setSettings('alpha1', { vendorEmailAutoSendEnabled: true });
  forgetSent();
});

const contacts = (set: string) =>
  rowsOf('alpha1', `UPDATE vendor_contacts SET ${set} WHERE id = 'alpha1_contact_lumen'`);
/** Delivers the jobs of vendor mails, without the notifications. */
async function handOver(env: Env = studioEnv): Promise<{ acknowledged: number; retried: number }> {
  const own = new Set(
    (await sql.alpha<{ id: string }>`SELECT id FROM outbox WHERE kind = 'vendor-email'`).map((row) => row.id),
  );
  const messages = sent.outbox.splice(0).filter(({ outboxId }) => own.has(outboxId));
  return deliver('backlot-outbox', messages, env);
}
const toVendors = (): SentMail[] => sent.mail.filter((mail) => mail.attachments !== undefined);
const jobsOf = (id: string) =>
  sql.alpha<{ done_at: string | null; error: string | null }>`SELECT done_at, error FROM outbox
    WHERE kind = 'vendor-email' AND document_id = ${id} ORDER BY id`;
const lastMail = ({ lastVendorEmailRecipients, lastVendorEmailTime }: PurchaseOrder) => [
  lastVendorEmailRecipients,
  lastVendorEmailTime,
];

describe('an approved purchase order and its vendor', () => {
  test('EM-14, DEC-32, EM-16: the order is mailed to the default contact, and its page shows recipient and time', async () => {
    const { id } = await approved('dana', { notes: [{ content: 'Do not tell the vendor', keyId: 'n' }] });
    expect(lastMail(await read('dana', id))).toEqual([[], null]);
    await handOver();
    const [mail, ...others] = toVendors();
    expect(others).toEqual([]);
    const po = await read('dana', id);
    const title = `PO #${orderNumber(po)}`;
    expect(recipientsOf(mail)).toEqual({ to: [lumen], cc: [], bcc: [] });
    expect(mail).toMatchObject({
      subject: `${title} from Alpha Station`,
      replyTo: 'dana@backlot.example',
      attachments: [{ filename: `PO_${orderNumber(po)}.pdf`, type: 'application/pdf' }],
    });
    expect(mail?.text).toContain('Harbor Lights LLC');
    expect(mail?.html).toContain(title);
    // Internal data is not sent: links to pages, notes and history.
    const printed = await attachedText(mail);
    expect(printed).toContain('Sofas');
    for (const inner of ['Do not tell the vendor', 'Submitted', 'NOT VALID UNTIL APPROVED'])
      expect(`${printed} ${mail?.text}`).not.toContain(inner);
    expect(`${mail?.html}${mail?.text}`).not.toContain('app.backlot.test');

    expect(lastMail(po)).toEqual([[lumen], expect.stringMatching(/^\d{4}-\d\d-\d\dT/)]);
    expect(await mailedHistory('dana', 'pos', id)).toEqual([
      {
        created: po.lastVendorEmailTime,
        isSuccessful: true,
        sendType: 'VENDOR_EMAIL',
        senderFirstName: 'Luis',
        senderLastName: 'Stone',
        recipients: [lumen],
      },
    ]);
  });

  test('EM-14: nothing is queued without the setting, or for a temporary vendor', async () => {
    const temporary = {
      isTemporary: true,
      name: 'Corner Hardware',
      address: '3 Side St',
      email: 'till@corner.example',
    };
    await setSettings('alpha1', { replacePoTempVendors: false });
    const one = await approved('dana', { vendor: temporary, vendorAddress: null });
    await setSettings('alpha1', { vendorEmailAutoSendEnabled: false });
    const other = await approved('dana');
    for (const { id } of [one, other]) expect(await jobsOf(id)).toEqual([]);
  });

  test('EM-14, DEC-94: nothing is sent without an e-mail address on file, and the job has the reason', async () => {
    const { id } = await approved('dana', {
      vendor: { id: ids.vendor('anvil'), name: 'Anvil Props' },
      vendorAddress: { id: ids.vendorAddress('anvil') },
    });
    expect(await handOver()).toEqual({ acknowledged: 1, retried: 0 });
    expect(toVendors()).toEqual([]);
    expect(await jobsOf(id)).toEqual([{ done_at: expect.any(String), error: 'No email on file' }]);
    expect(await mailedHistory('dana', 'pos', id)).toEqual([]);
    expect(lastMail(await read('dana', id))).toEqual([[], null]);
  });

  test('EM-14, EM-16: an invalid address on file gets no mail, and the send history has the failure', async () => {
    await contacts("email = 'ada@lumen.example' || char(13) || char(10) || 'Bcc: eve@evil.example'");
    const { id } = await approved('dana');
    await handOver();
    await contacts("email = 'ada@lumen.example'");
    expect(toVendors()).toEqual([]);
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([
      { isSuccessful: false, sendType: 'VENDOR_EMAIL' },
    ]);
    expect(lastMail(await read('dana', id))).toEqual([[], null]);
  });

  test('EM-14: an approved change order is mailed again', async () => {
    const { id } = await approved('dana');
    await handOver();
    const requested = await adjust('dana', id);
    await save('dana', requested.body, { lineItems: oneMoreLine(requested.body) });
    const again = await submit('dana', id);
    await approveAs(again.body, 'abel', 'lena', 'luis');
    await handOver();
    expect(toVendors()).toHaveLength(2);
    expect(await attachedText(toVendors()[1])).toContain('Lamps');
    expect(await mailedHistory('dana', 'pos', id)).toHaveLength(2);
  });

  test('EM-14, DEC-03: the order is mailed although accounting refuses it', async () => {
    const po = await submitted('dana');
    await failPushes('SA', 'No.');
    expect((await approveAs(po, 'abel', 'lena', 'luis')).status).toBe(424);
    await handOver();
    expect(toVendors()).toHaveLength(1);
  });
});

describe('failures of a vendor mail', () => {
  test('EM-14: one e-mail is sent despite redelivery and sweep', async () => {
    const { id } = await approved('dana');
    const messages = [...sent.outbox];
    await handOver();
    await deliver('backlot-outbox', messages);
    await sweepIn(3);
    await deliverSent();
    expect(toVendors()).toHaveLength(1);
    expect(await jobsOf(id)).toMatchObject([{ error: null }]);
  });

  test('EM-14, EM-16: a mail that the mail service refuses is in the send history, and the header shows no mail', async () => {
    const { id } = await approved('dana');
    await handOver(failingMailService('E_RECIPIENT_SUPPRESSED'));
    const po = await read('dana', id);
    expect(lastMail(po)).toEqual([[], null]);
    expect(po.sendHistoryResource[0]).toMatchObject({ isSuccessful: false, sendType: 'VENDOR_EMAIL' });
    // The push to accounting is independent of it.
    expect(po.foundInAccountingSystem).toBe(true);
  });

  test('EM-14: the mail is retried when the mail service is available again', async () => {
    const { id } = await approved('dana');
    const messages = [...sent.outbox];
    expect(await handOver(failingMailService(null))).toEqual({ acknowledged: 0, retried: 1 });
    await makeJobsDue(id);
    await deliver('backlot-outbox', messages);
    expect(toVendors()).toHaveLength(1);
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([{ isSuccessful: true }]);
  });

  test('EM-14: an order that was voided or has an open change order is not mailed', async () => {
    const [gone, changing] = [await approved('dana'), await approved('dana')];
    const voided = await action('lena', 'void', { id: gone.id, showId: 'alpha1' }, { reason: 'Off' });
    expect([voided.status, (await adjust('dana', changing.id)).status]).toEqual([200, 200]);
    await handOver();
    expect(toVendors()).toEqual([]);
    for (const { id } of [gone, changing])
      expect(await mailedHistory('dana', 'pos', id)).toMatchObject([
        { isSuccessful: false, sendType: 'VENDOR_EMAIL' },
      ]);
  });

  test('EM-14: the order is mailed although its approver has left the show', async () => {
    const { id } = await approved('dana');
    const member = (active: 0 | 1) =>
      sql.directory`UPDATE memberships SET is_active = ${active} WHERE user_id = 'luis'`;
    await member(0);
    await handOver();
    await member(1);
    expect(toVendors()).toHaveLength(1);
    expect(await mailedHistory('dana', 'pos', id)).toMatchObject([{ senderFirstName: 'Luis' }]);
    // The API returns it, too.
    const { body } = await as('abel').get<PurchaseOrder>(`/api/pos/${id}?persona=APPROVER`);
    expect(body.lastVendorEmailRecipients).toEqual([lumen]);
  });
});
