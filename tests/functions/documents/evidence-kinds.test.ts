import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { draftOf } from '#domain/purchase-orders/purchase-order-draft';
import { closeBrowser } from '#edges/pdf/browser-renderer';
import { pageTexts } from '../../support/pdf/read-text.ts';
import {
  adjust,
  approveAll,
  approved,
  oneMoreLine,
  save,
  submit,
} from '../../support/worker/fixtures/change-orders.ts';
import { as, withTotal, create, submitted } from '../../support/worker/fixtures/client.ts';
import {
  act,
  approvedInvoice,
  openInvoiceStudio,
  readInvoiceAs,
  scan,
  submittedInvoice,
} from '../../support/worker/fixtures/invoices.ts';
import { makePdf, onePage, postForBytes, uploaded } from '../../support/worker/fixtures/pdf.ts';
import type { PersonName } from '../../support/worker/fixtures/rows.ts';
import { historyFaults, setSettings, sql, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { Attachment } from '#domain/documents/document-response';
import type { PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

beforeAll(async () => {
  await openInvoiceStudio();
  await setSettings('alpha1', { replacePoTempVendors: false });
});
afterAll(() => closeBrowser(env));

interface AttachAnswer {
  attachments: Attachment[];
  code?: string;
}

const attachToInvoice = (name: PersonName, id: string, attachments: object[]) =>
  as(name).post<AttachAnswer>(`/api/invoices/attachments/${id}/?showId=alpha1`, { attachments });

async function versionText(order: PurchaseOrder, index: number): Promise<string> {
  const data = { docId: order.id, showId: 'alpha1', options: {}, timeZone: 'America/Los_Angeles' };
  const body = { data, purchaseOrderApprovalHistoryIndex: index };
  const answer = await postForBytes('dana', '/api/reports/download-pdf/purchase-order', body);
  expect(answer.status).toBe(200);
  return (await pageTexts(answer.bytes)).join(' ');
}

describe('files of an invoice', () => {
  test('DEC-53: a creator cannot replace or delete the attachments of an approved invoice, and can add one', async () => {
    const invoice = await approvedInvoice();
    for (const list of [[], [await scan()]]) {
      const answer = await attachToInvoice('ivan', invoice.id, list);
      expect([answer.status, answer.body.code]).toEqual([409, 'WORKFLOW_CONFLICT']);
    }
    const added = await attachToInvoice('ivan', invoice.id, [...invoice.attachments, await scan()]);
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    expect(added.body.attachments.map(({ addedAfterApproval }) => addedAfterApproval ?? false)).toEqual([
      false,
      true,
    ]);
    const { pages } = await makePdf('ivan', 'INVOICE', invoice.id);
    expect(pages[0]).toContain('scan.pdf (added after approval)');
  });

  test('DEC-40: a replaced file restarts the approval of an invoice', async () => {
    await setSettings('alpha1', { resetApprovalOnEdit: false });
    const invoice = await submittedInvoice();
    await act('abel', 'approval', await readInvoiceAs('abel', invoice.id));
    const other = await scan();
    const answer = await attachToInvoice('ivan', invoice.id, [other]);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const after = await readInvoiceAs('ivan', invoice.id);
    expect(after.workflow?.currentStep?.id).toBe(invoice.workflow?.currentStep?.id);
    expect(after).toMatchObject({
      attachmentCount: 1,
      withdrawnAttachments: [{ replacedBy: other.attachmentId }],
    });
    await setSettings('alpha1', { resetApprovalOnEdit: true });
  });

  test('IN-13: withdrawn files do not count towards the required attachment of an invoice', async () => {
    const invoice = await submittedInvoice();
    await act('abel', 'revision', invoice, { reason: 'Unreadable' });
    await attachToInvoice('ivan', invoice.id, []);
    const answer = await as('ivan').put<{ errors?: string[] }>(
      `/api/invoices/${invoice.id}/submit/?showId=alpha1`,
    );
    expect([answer.status, answer.body.errors]).toEqual([400, ['attachment_required']]);
  });
});

describe('the PDF of an approved version', () => {
  test('DEC-53, DEC-69: it contains the files of that version, including those withdrawn since, and none added later', async () => {
    const first = await uploaded('dana', 'po', 'first.pdf', await onePage('the first quote'));
    const order = await approved('dana', { attachments: [first] });
    const late = await uploaded('dana', 'po', 'late.pdf', await onePage('the late receipt'));
    await as('dana').post(`/api/pos/attachments/${order.id}`, { attachments: [first, late] });
    const requested = await adjust('dana', order.id);
    const second = await uploaded('dana', 'po', 'second.pdf', await onePage('the second quote'));
    const saved = await save('dana', requested.body, {
      lineItems: oneMoreLine(requested.body),
      attachments: [late, second],
    });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    await approveAll((await submit('dana', order.id)).body);
    const [one, two] = [await versionText(order, 0), await versionText(order, 1)];
    expect(one).toContain('the first quote');
    expect(one).not.toContain('the late receipt');
    expect(one).not.toContain('the second quote');
    expect(two).not.toContain('the first quote');
    expect(two).toContain('the late receipt');
    expect(two).toContain('the second quote');
  });

  test('DEC-53, MG-21: it contains the terms of its approval, which are kept when they are replaced', async () => {
    const terms = async (text: string, cleanup: string | null = null) => {
      const body = new FormData();
      body.set('projectCompanyExternalId', 'pc1');
      body.set('termsConditionsAttachmentId', 'TC_ADD_NEW');
      if (cleanup !== null) body.set('cleanupAttachments', JSON.stringify([cleanup]));
      body.set('file', new File([await onePage(text)], 'terms.pdf'));
      const answer = await as('ada').post<{ termsConditionsAttachmentId: string }>(termsPath, body);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return answer.body.termsConditionsAttachmentId;
    };
    const old = await terms('the terms of March');
    const order = await approved('dana');
    await terms('the terms of April', old);
    expect(await studioEnv.FILES.get(old)).not.toBeNull();
    const text = await versionText(order, 0);
    expect(text).toContain('the terms of March');
    expect(text).not.toContain('the terms of April');
  });
  const termsPath = '/api/shows/alpha1/company-settings';
});

describe('tax forms of a temporary vendor', () => {
  const form = async () =>
    (await as('dana').upload({ name: 'w9.pdf', bytes: '%PDF-1.7' }, { owner: 'vendor' })).body;
  const temporary = (own: Record<string, unknown>) => ({
    ...withTotal(10),
    vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St', ...own },
    vendorAddress: null,
  });
  const statusOf = async (name: PersonName, id: string) =>
    (await as(name).get(`/files/vendor/${id}/preview/w9.pdf?showId=alpha1`)).status;

  test('AT-24, DEC-53: only users who can open a document of the vendor, or have FULL Show, can read them', async () => {
    const w9 = await form();
    const po = await create('dana', temporary({ name: 'Quiet Barn', attachments: [w9] }));
    expect(
      await Promise.all(
        (['dana', 'carl', 'ada', 'otto', 'ivan'] as const).map((name) => statusOf(name, w9.attachmentId)),
      ),
    ).toEqual([200, 200, 200, 404, 404]);
    const path = `/api/vendors/${po.vendor.tempVendorId}?showId=alpha1`;
    expect((await as('otto').get(path)).body['attachments']).toEqual([]);
    expect((await as('dana').get(path)).body['attachments']).toHaveLength(1);
  });

  test('DEC-53: a removed form is kept while a submitted document uses the vendor', async () => {
    const w9 = await form();
    const po = await submitted('dana', temporary({ name: 'Loud Barn', attachments: [w9] }));
    const answer = await as('dana').delete(`/files/vendor-attachment/${w9.attachmentId}?showId=alpha1`);
    expect([answer.status, answer.body]).toEqual([200, { attachmentId: w9.attachmentId }]);
    expect((await as('dana').get<PurchaseOrder>(`/api/pos/${po.id}`)).body.vendor.attachments).toEqual([]);
    expect([await statusOf('dana', w9.attachmentId), await statusOf('otto', w9.attachmentId)]).toEqual([
      200, 404,
    ]);
    expect(
      await sql.alpha`SELECT withdrawn_by FROM withdrawn_tax_forms WHERE file_id = ${w9.attachmentId}`,
    ).toEqual([{ withdrawn_by: 'dana' }]);
  });

  test('DEC-53, VE-16: the review lists it with user and time, until the vendor has it again', async () => {
    const w9 = await form();
    const own = { name: 'Tall Barn', attachments: [w9] };
    const po = await submitted('dana', temporary(own));
    expect(po.withdrawnTaxForms).toEqual([]);
    await as('dana').delete(`/files/vendor-attachment/${w9.attachmentId}?showId=alpha1`);
    const seen = (await as('abel').get<PurchaseOrder>(`/api/pos/${po.id}`)).body;
    expect(seen.withdrawnTaxForms).toEqual([
      {
        attachmentId: w9.attachmentId,
        label: 'w9.pdf',
        withdrawnBy: { id: 'dana', name: 'Dana Stone' },
        withdrawnAt: expect.stringMatching(/^\d{4}-/),
        isErased: false,
      },
    ]);
    expect(await statusOf('abel', w9.attachmentId)).toBe(200);
    await as('dana').put(`/api/pos/${po.id}/pull-from-approval`);
    const draft = draftOf(po);
    const vendor = { ...draft.vendor, attachments: [w9], updateTempVendor: true };
    const saved = await as('dana').put(`/api/pos/${po.id}`, { ...draft, vendor });
    expect(saved.status, JSON.stringify(saved.body)).toBe(200);
    const after = (await as('dana').get<PurchaseOrder>(`/api/pos/${po.id}`)).body;
    expect([after.vendor.attachments, after.withdrawnTaxForms]).toEqual([
      [{ attachmentId: w9.attachmentId, label: 'w9.pdf' }],
      [],
    ]);
  });
});

test('DEC-30: verification finds no error in these documents', async () => {
  expect(await historyFaults()).toEqual([]);
});
