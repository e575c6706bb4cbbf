import { beforeAll, describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { versionDifferences } from '#domain/purchase-orders/version-differences';
import { approvedVersion } from '#domain/purchase-orders/purchase-order-response';
import {
  adjust,
  approveAll,
  approved,
  oneMoreLine,
  save,
  submit,
  withApprovedChangeOrder,
  withChangeOrder,
} from '../../support/worker/fixtures/change-orders.ts';
import { action, as, read } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { openStudio, rowsOf, setSettings } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const alpha = inShow('alpha1');

describe('approved versions of a purchase order', () => {
  test('PO-04, API-04: each full approval adds a version with all data for a comparison', async () => {
    const po = await approved('dana');
    expect(po.approvalHistory).toEqual([
      {
        id: expect.any(String),
        created: expect.any(String),
        purchaseOrderId: po.id,
        changeOrderNumber: 0,
        description: 'Set dressing',
        poDate: '2026-11-03',
        currency: 'USD',
        department: { id: alpha.department('art'), name: 'Art' },
        category: { id: alpha.category('props'), name: 'Props' },
        vendor: {
          id: alpha.vendor('lumen'),
          name: 'Lumen Rentals',
          number: 'N-lumen',
          isTemporary: false,
          tempVendorId: null,
          contact: 'Ada Lumen',
          email: 'ada@lumen.example',
          phoneNumber: '',
          address: '1 Stage Way',
          city: 'Burbank',
          state: '',
          postalCode: '',
        },
        projectCompanyExternalId: 'pc1',
        company: 'Harbor Lights LLC',
        billToAddressId: alpha.address('office'),
        shipToAddressId: alpha.address('stage'),
        billToAddress: po.billToAddress,
        shipToAddress: po.shipToAddress,
        totalCost: 300,
        lineItems: po.lineItems,
      },
    ]);
    expect(po.billToAddress).toMatchObject({ name: 'office', address1: '5 Lot Road' });
    const [version] = po.approvalHistory;
    if (!version) throw new Error('no version');
    const { fields, lines, total } = versionDifferences(version, po);
    expect([fields, lines.map(({ kind }) => kind), total.delta]).toEqual([[], ['same'], 0]);
  });

  test('PO-04, DEC-26: a version stays unchanged while the order continues, and both can be compared', async () => {
    const before = await approved('dana');
    const { body } = await adjust('dana', before.id);
    const { body: open } = await save('dana', body, {
      description: 'With lamps',
      category: null,
      shipToAddressId: null,
      lineItems: oneMoreLine(body),
    });
    expect(open.approvalHistory).toEqual(before.approvalHistory);
    const [version] = open.approvalHistory;
    if (!version) throw new Error('no version');
    expect(versionDifferences(version, open)).toMatchObject({
      fields: [
        { field: 'description', before: 'Set dressing', after: 'With lamps' },
        { field: 'category', before: 'Props', after: '' },
        { field: 'shipToAddress', before: 'stage, 5 Lot Road', after: '' },
      ],
      lines: [{ kind: 'same' }, { kind: 'added', after: { description: 'Lamps' } }],
      total: { before: 30_000, after: 35_000, delta: 5_000 },
    });
  });

  test('PO-04, DEC-26: a voided change order adds none, and the next has its own number', async () => {
    const done = await withApprovedChangeOrder('dana');
    await adjust('dana', done.id);
    await action('ada', 'void', await read('ada', done.id), { reason: 'Mistake' });
    const { body } = await adjust('dana', done.id);
    await save('dana', body, { lineItems: oneMoreLine(body, { description: 'Rugs' }) });
    await approveAll((await submit('dana', done.id)).body);
    const { approvalHistory } = await read('dana', done.id);
    expect(
      approvalHistory.map(({ changeOrderNumber, totalCost, lineItems }) => [
        changeOrderNumber,
        totalCost,
        lineItems.map((line) => line.description),
      ]),
    ).toEqual([
      [0, 300, ['Sofas']],
      [1, 350, ['Sofas', 'Lamps']],
      [3, 400, ['Sofas', 'Lamps', 'Rugs']],
    ]);
  });

  test('PO-04, DEC-26: a former temporary vendor stays readable in its version', async () => {
    await setSettings('alpha1', { replacePoTempVendors: false });
    const before = await approved('dana', {
      vendor: { isTemporary: true, name: 'Corner Hardware', address: '3 Side St' },
      vendorAddress: null,
    });
    await setSettings('alpha1', { replacePoTempVendors: true });
    const { body } = await adjust('dana', before.id);
    const { body: open } = await save('dana', body, {
      vendor: { id: alpha.vendor('lumen'), name: 'Lumen Rentals' },
      vendorAddress: { id: alpha.vendorAddress('lumen') },
      lineItems: oneMoreLine(body),
    });
    const [version] = open.approvalHistory;
    if (!version) throw new Error('no version');
    expect(version.vendor).toMatchObject({
      name: 'Corner Hardware',
      isTemporary: true,
      address: '3 Side St',
    });
    expect(versionDifferences(version, open).fields[0]).toEqual({
      field: 'vendor',
      unit: 'text',
      before: 'Corner Hardware',
      after: 'Lumen Rentals (N-lumen)',
    });
  });

  // Values for columns that do not accept 7.
  const otherwise: Readonly<Record<string, string>> = {
    vendor: `json_set(vendor, '$.contact', '7')`,
    coding: `'{"ACCOUNT":"7"}'`,
    acquisition_type: `'RENTAL'`,
    rental_type: `'DAILY'`,
  };
  test.each<{ table: string; where: string; at: string; others: string }>([
    {
      table: 'purchase_orders',
      where: 'document_id = ?',
      at: '$.header',
      // Ownership, locked lines of the open change order, and mailings are not part of a version.
      others: 'document_id show_id locked_line_count last_vendor_email_recipients last_vendor_email_at',
    },
    {
      table: 'documents',
      where: 'id = ?',
      at: '$.header',
      // Identity, ownership, progress and times are not part of a version. The total is stored beside the header.
      others: `id show_id type number number_sort creator_id creator_name creator_username owner_id submitter_id
        status submission_status version workflow_id current_step_id milestones attachment_count current_change_order
        newest_change_order is_relieved found_in_accounting accounting_failed archived_at created_at updated_at
        total_cents content_version content_hash waiting_since waited_days
        send_backs reminder_due_at reminded_at escalated_at nudged_at accounting_period
        effective_day`,
    },
    {
      table: 'document_lines',
      where: 'document_id = ? AND line_number = 1',
      at: '$.lines[0]',
      // Identity of the line, the balance in accounting, the earlier version's amounts, and columns of invoice lines.
      others: `id show_id document_id key_id line_number accounting_balance_cents note reference_po
        reference_po_line_number relieve_po_line_id gl_transaction_detail_external_id approved_amounts
        closed_at closed_by closes_po_line`,
    },
  ])(
    'DEC-26: an approval stores every column of $table, and a void restores it',
    async ({ table, where, at, others }) => {
      const { open } = await withChangeOrder('dana', { hst: '5', fid: 'F1' });
      const sent = await submit('dana', open.id);
      const columns = async () => {
        const [found] = await rowsOf('alpha1', `SELECT * FROM ${table} WHERE ${where}`, open.id);
        const all = Object.entries(found ?? {});
        return new Map(all.filter(([name]) => !others.split(/\s+/).includes(name)));
      };
      const before = await columns();
      const copy = await rowsOf<{ key: string }>(
        'alpha1',
        `SELECT key FROM approval_history, json_each(snapshot, '${at}') WHERE document_id = ?`,
        open.id,
      );
      const kept = copy.map(({ key }) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
      expect(before.size).toBeGreaterThan(0);
      expect(kept).toEqual(expect.arrayContaining([...before.keys()]));
      const changes = [...before.keys()].map((name) => `${name} = ${otherwise[name] ?? `'7'`}`);
      await rowsOf('alpha1', `UPDATE ${table} SET ${changes.join()} WHERE ${where}`, open.id);
      const unchanged = [...(await columns())].filter(([name, value]) => value === before.get(name));
      expect(unchanged).toEqual([]);
      // By an administrator: in another department its approver has no rights (DEC-21).
      expect((await action('ada', 'void', sent.body, { reason: 'Too late' })).status).toBe(200);
      expect(await columns()).toEqual(before);
    },
  );

  test('DEC-26: a version without a later column is readable, and a void restores the stored columns', async () => {
    const { open } = await withChangeOrder('dana');
    const sent = await submit('dana', open.id);
    // The columns of the first release; never add later ones here, since versions of that time will never have them.
    const first = `prefix categoryId projectCompanyExternalId companyExternalId companyName companyAddress
      currencyExternalId currencyReferenceCode vendor vendorAddressId billToAddressId shipToAddressId hst fid description
      businessDay departmentId departmentName vendorId temporaryVendorId vendorExternalId vendorNumber vendorName
      currencyCode`.split(/\s+/);
    await rowsOf(
      'alpha1',
      `UPDATE approval_history SET snapshot = json_set(snapshot, '$.header', json((SELECT json_group_object(key,
         CASE type WHEN 'object' THEN json(value) ELSE value END) FROM json_each(snapshot, '$.header')
         WHERE key IN (${first.map((name) => `'${name}'`).join()})))) WHERE document_id = ?`,
      open.id,
    );
    const [version] = (await read('dana', open.id)).approvalHistory;
    expect(v.safeParse(approvedVersion, version).issues).toBeUndefined();
    if (!version) throw new Error('no version');
    expect(versionDifferences(version, sent.body).fields).toEqual([]);
    expect((await action('abel', 'void', sent.body, { reason: 'Too late' })).status).toBe(200);
    expect((await read('dana', open.id)).status).toBe('APPROVED');
  });
});

describe('collections and states of a purchase order', () => {
  test('PO-04: lines, notes, attachments with count, requests, versions and change orders are included', async () => {
    const done = await withApprovedChangeOrder('dana');
    const { body: file } = await as('dana').upload({ name: 'quote.pdf', bytes: '%PDF-1.4' });
    const list = [{ attachmentId: file.attachmentId, label: 'quote.pdf', isTopSheet: false }];
    await as('dana').post(`/api/pos/attachments/${done.id}`, { attachments: list });
    const po = await read('dana', done.id);
    expect(po.lineItems).toHaveLength(2);
    expect(po.notes).toMatchObject([{ content: 'One more week' }]);
    expect([po.attachments.map((one) => one.attachmentId), po.attachmentCount]).toEqual([
      [file.attachmentId],
      1,
    ]);
    expect(po.approvalEvents).toEqual([{ type: 'ADJUSTMENT', created: expect.any(String) }]);
    expect(po.approvalHistory.map(({ purchaseOrderId, totalCost }) => [purchaseOrderId, totalCost])).toEqual([
      [po.id, 300],
      [po.id, 350],
    ]);
    expect(po.changeOrders).toEqual([{ changeOrderNumber: 1, status: 'APPROVED' }]);
  });

  test('PO-05: the answer has its state', async () => {
    const done = await withApprovedChangeOrder('dana');
    expect(done).toMatchObject({
      currentChangeOrderNumber: 1,
      newestChangeOrderNumber: 1,
      totalCost: 350,
      status: 'APPROVED',
      submissionStatus: 'Approved',
      creator: { id: 'dana', name: 'Dana Stone', username: 'dana@backlot.example' },
      workflow: { currentStep: null, steps: [{ status: 'APPROVED' }, { status: 'APPROVED' }] },
      isAdjustable: true,
      isAdjustment: true,
      isRelieved: false,
      foundInAccountingSystem: true,
    });
  });
});
