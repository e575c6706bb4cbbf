import { beforeAll, expect, test } from 'vitest';
import { approveAs, as, withTotal, read, submitted } from '../../support/worker/fixtures/client.ts';
import { inShow } from '../../support/worker/fixtures/rows.ts';
import { sql } from '../../support/worker/fixtures/studio.ts';
import { openInvoiceStudio, submittedInvoice } from '../../support/worker/fixtures/invoices.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

beforeAll(openInvoiceStudio);

const { vendor, vendorAddress } = inShow('alpha1');

/** What an import from accounting writes for a vendor. */
const rename = (name: string) => sql.alpha`UPDATE vendors SET name = ${name} WHERE id = ${vendor('lumen')}`;
const move = (street: string) =>
  sql.alpha`UPDATE vendor_addresses SET address1 = ${street} WHERE id = ${vendorAddress('lumen')}`;

test('VE-28, DEC-34: a name changed in accounting is a warning on an order in approval, whose own copy stays', async () => {
  const po = await submitted('dana', withTotal(2000));
  await approveAs(po, 'abel');
  const before = await read('lena', po.id);
  expect(before.vendorChange).toBeNull();
  await rename('Lumen Holdings');
  const warned = await read('lena', po.id);
  expect(warned.vendorChange).toEqual({
    name: 'Lumen Holdings',
    address: before.vendor.address,
    city: before.vendor.city,
    state: before.vendor.state,
    postalCode: before.vendor.postalCode,
  });
  expect(warned).toEqual({ ...before, vendorChange: warned.vendorChange });
  await rename('Lumen Rentals');
  expect((await read('lena', po.id)).vendorChange).toBeNull();
});

test('VE-28, DEC-34: with another address the order keeps showing the submitted address', async () => {
  const po = await submitted('dana', withTotal(20));
  const before = await read('abel', po.id);
  await move('99 Elsewhere Road');
  const warned = await read('abel', po.id);
  expect(warned.vendorChange).toMatchObject({ name: 'Lumen Rentals', address: '99 Elsewhere Road' });
  expect(warned.vendor.address).toBe(before.vendor.address);
  expect(warned.vendorAddress?.address).toBe(
    [before.vendor.address, before.vendor.city, before.vendor.state, before.vendor.postalCode]
      .filter(Boolean)
      .join(', '),
  );
  // An approved order and a draft have no warning.
  await approveAs(po, 'abel', 'lena', 'luis');
  const approved = await read('dana', po.id);
  expect([approved.status, approved.vendorChange]).toEqual(['APPROVED', null]);
  expect(approved.vendorAddress?.address).toBe(warned.vendorAddress?.address);
  await move(before.vendorAddress?.address1 ?? '');
});

test('VE-28, DEC-34: an invoice in approval has the warning, too', async () => {
  const { id } = await submittedInvoice('ivan');
  await rename('Lumen Holdings');
  const invoice = await as('abel').get<Invoice>(`/api/invoices/${id}`);
  expect(invoice.body.vendorChange).toMatchObject({ name: 'Lumen Holdings' });
  expect(invoice.body.vendor.name).toBe('Lumen Rentals');
  await rename('Lumen Rentals');
});
