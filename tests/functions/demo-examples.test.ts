import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { makeAssets } from '../../demo/assets.ts';
import { seedStudio } from '../../demo/seed.ts';

const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;

beforeAll(async () => {
  const anchor = Date.parse('2026-03-02T18:00:00Z');
  await seedStudio(
    { DIRECTORY, SHOWS_0, SHOWS_1, FILES },
    { seed: 'backlot', anchor, assets: await makeAssets() },
  );
});

async function ask<Row>(sql: string): Promise<Row[]> {
  const { results } = await SHOWS_1.prepare(sql).all<Row>();
  return results;
}

const inTidewater = "d.show_id = 'tidewater'";

it('PO-66: three orders of one vendor stay below the limit of 5,000, and exceed it together', async () => {
  const found = await ask<{ orders: number; most: number; sum: number }>(
    `SELECT count(*) AS orders, max(total_cents) AS most, sum(total_cents) AS sum FROM documents d
       WHERE ${inTidewater} AND d.type = 'PO' AND d.submission_status = 'Submitted for approval'
         AND d.total_cents BETWEEN 480000 AND 500000 GROUP BY d.vendor_id ORDER BY orders DESC LIMIT 1`,
  );
  expect(found).toEqual([{ orders: 3, most: 497_500, sum: 1_472_500 }]);
});

it('LI-09: a rental of two weeks at 600', async () => {
  const found = await ask(
    `SELECT l.rental_type, l.total_cents FROM document_lines l JOIN documents d ON d.id = l.document_id
       WHERE ${inTidewater} AND l.acquisition_type = 'RENTAL' AND l.unit_cost_cents = 60000 AND l.quantity_hundredths = 200`,
  );
  expect(found).toEqual([{ rental_type: 'WEEKLY', total_cents: 120_000 }]);
});

it('an order has the highest total that there can be', async () => {
  const found = await ask(
    `SELECT status FROM documents d WHERE ${inTidewater} AND total_cents = 999999999999`,
  );
  expect(found).toEqual([{ status: 'DRAFT' }]);
});

it('an order in approval is shipped to an address that has been closed since', async () => {
  const found = await ask(
    `SELECT a.name FROM purchase_orders p JOIN documents d ON d.id = p.document_id JOIN addresses a ON a.id = p.ship_to_address_id
       WHERE ${inTidewater} AND a.is_active = 0 AND d.submission_status = 'Submitted for approval'`,
  );
  expect(found).toEqual([{ name: 'Construction Mill' }]);
});

it('IN-31, IN-32: two invoices of a vendor have nearly the same number, the later with a reason', async () => {
  const found = await ask<{ reason: string }>(
    `SELECT i.duplicate_reason AS reason FROM invoices i JOIN documents d ON d.id = i.document_id
       JOIN invoices other ON other.show_id = i.show_id AND other.number_key = i.number_key AND other.document_id <> i.document_id
       JOIN documents o ON o.id = other.document_id AND o.vendor_id = d.vendor_id AND o.number <> d.number
       WHERE ${inTidewater} ORDER BY d.created_at DESC`,
  );
  expect(found).toHaveLength(2);
  expect(found[0]?.reason).toMatch(/^The vendor used the number twice/);
});

it('DEC-13: an invoice of somebody of another department keeps the department of its order', async () => {
  const found = await ask(
    `SELECT d.department_name FROM documents d WHERE ${inTidewater} AND d.type = 'INVOICE' AND d.creator_name = 'Noor Haddad'
       AND d.submission_status = 'Submitted for approval'
       AND d.department_id NOT IN (SELECT department_id FROM department_members WHERE user_id = d.creator_id)
       AND d.department_id = (SELECT max(o.department_id) FROM document_lines l
         JOIN documents o ON o.show_id = l.show_id AND o.type = 'PO' AND o.number = l.reference_po
         WHERE l.document_id = d.id HAVING count(DISTINCT o.id) = 1)
       AND NOT EXISTS (SELECT 1 FROM document_lines l WHERE l.document_id = d.id AND l.reference_po = '')`,
  );
  expect(found.length).toBeGreaterThan(0);
});
