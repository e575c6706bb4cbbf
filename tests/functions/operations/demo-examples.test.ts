import { env } from 'cloudflare:workers';
import { beforeAll, expect, it } from 'vitest';
import { makeAssets } from '../../../demo/assets.ts';
import { seedStudio } from '../../../demo/seed.ts';

const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;

beforeAll(async () => {
  const anchor = Date.parse('2026-03-02T18:00:00Z');
  await seedStudio(
    { DIRECTORY, SHOWS_0, SHOWS_1, FILES },
    { seed: 'backlot', anchor, assets: await makeAssets() },
  );
});

async function query<Row>(sql: string): Promise<Row[]> {
  const { results } = await SHOWS_1.prepare(sql).all<Row>();
  return results;
}

/** The same for both shards. */
async function queryBoth<Row>(sql: string): Promise<Row[]> {
  const answers = await Promise.all([SHOWS_0, SHOWS_1].map((shard) => shard.prepare(sql).all<Row>()));
  return answers.flatMap(({ results }) => results);
}

const inTidewater = "d.show_id = 'tidewater'";

it('PO-66: three orders of one vendor are each below the limit of 5,000 and together above it', async () => {
  const found = await query<{ orders: number; most: number; sum: number }>(
    `SELECT count(*) AS orders, max(total_cents) AS most, sum(total_cents) AS sum FROM documents d
       WHERE ${inTidewater} AND d.type = 'PO' AND d.submission_status = 'Submitted for approval'
         AND d.total_cents BETWEEN 480000 AND 500000 GROUP BY d.vendor_id ORDER BY orders DESC LIMIT 1`,
  );
  expect(found).toEqual([{ orders: 3, most: 497_500, sum: 1_472_500 }]);
});

it('LI-09: a rental of two weeks costs 600 per week', async () => {
  const found = await query(
    `SELECT l.rental_type, l.total_cents FROM document_lines l JOIN documents d ON d.id = l.document_id
       WHERE ${inTidewater} AND l.acquisition_type = 'RENTAL' AND l.unit_cost_cents = 60000 AND l.quantity_hundredths = 200`,
  );
  expect(found).toEqual([{ rental_type: 'WEEKLY', total_cents: 120_000 }]);
});

it('an order has the highest possible total', async () => {
  const found = await query(
    `SELECT status FROM documents d WHERE ${inTidewater} AND total_cents = 999999999999`,
  );
  expect(found).toEqual([{ status: 'DRAFT' }]);
});

it('PO-42: an order in approval has a ship-to address that is inactive by now, and one choice is left', async () => {
  const found = await query(
    `SELECT a.name FROM purchase_orders p JOIN documents d ON d.id = p.document_id JOIN addresses a ON a.id = p.ship_to_address_id
       WHERE ${inTidewater} AND a.is_active = 0 AND d.submission_status = 'Submitted for approval'`,
  );
  expect(found).toEqual([{ name: 'Construction Mill' }]);
  const left = await query(
    "SELECT name FROM addresses WHERE show_id = 'tidewater' AND address_type = 'SHIP_TO' AND is_active = 1",
  );
  expect(left).toEqual([{ name: 'Production Office' }]);
});

it('IN-31, IN-32: two invoices of a vendor have nearly the same number, the later with a reason', async () => {
  const found = await query<{ reason: string }>(
    `SELECT i.duplicate_reason AS reason FROM invoices i JOIN documents d ON d.id = i.document_id
       JOIN invoices other ON other.show_id = i.show_id AND other.number_key = i.number_key AND other.document_id <> i.document_id
       JOIN documents o ON o.id = other.document_id AND o.vendor_id = d.vendor_id AND o.number <> d.number
       WHERE ${inTidewater} ORDER BY d.created_at DESC`,
  );
  expect(found).toHaveLength(2);
  expect(found[0]?.reason).toMatch(/^The vendor used the number twice/);
});

it("DEC-13: an invoice of a creator of another department has its order's department", async () => {
  const found = await query(
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

it('LI-01: an order has an episode beside the codes of a line, and a different one among them', async () => {
  const found = await query(
    `SELECT l.episode, l.coding ->> 'EPISODE' AS coded FROM document_lines l JOIN documents d ON d.id = l.document_id
       WHERE d.id = (SELECT document_id FROM document_lines WHERE episode <> '' AND coding ->> 'EPISODE' <> episode)
       ORDER BY l.line_number`,
  );
  expect(found).toEqual([
    { episode: '107', coded: null },
    { episode: '101', coded: '102' },
  ]);
});

it('DEC-26, PO-48, PO-49: orders with a change order in approval were approved, pushed and mailed before', async () => {
  const found = await queryBoth<{ before: number; after: number; votes: number }>(
    `SELECT v.total_cents AS before, d.total_cents AS after,
       (SELECT count(*) FROM step_approvals a JOIN workflow_steps s ON s.id = a.step_id JOIN workflows w ON w.id = s.workflow_id
          WHERE w.document_id = d.id AND w.is_latest = 0) AS votes
     FROM documents d JOIN purchase_orders p ON p.document_id = d.id
     JOIN change_orders c ON c.document_id = d.id AND c.status = 'SUBMITTED_FOR_APPROVAL'
     JOIN approval_history v ON v.document_id = d.id AND v.position = (SELECT max(position) FROM approval_history WHERE document_id = d.id)
     JOIN document_events e ON e.document_id = d.id AND e.seq = (SELECT max(seq) FROM document_events WHERE document_id = d.id AND action = 'adjust')
     WHERE d.submission_status = 'Submitted for approval' AND p.last_vendor_email_at < e.at
       AND EXISTS (SELECT 1 FROM send_history s WHERE s.document_id = d.id AND s.send_type = 'ACCOUNTING'
         AND s.is_successful = 1 AND s.created_at < e.at)`,
  );
  expect(found.length).toBeGreaterThan(3);
  for (const { before, after, votes } of found) {
    expect(after).toBeGreaterThan(before);
    expect(votes).toBeGreaterThan(0);
  }
});

it('AC-06: a failed push is listed and can be retried as an exhausted job', async () => {
  const failed = await queryBoth<{ show: string; n: number }>(
    "SELECT show_id AS show, count(*) AS n FROM documents WHERE type = 'PO' AND accounting_failed = 1 GROUP BY 1 ORDER BY 1",
  );
  expect(failed.map(({ show }) => show)).toEqual(expect.arrayContaining(['nlite', 'tidewater']));
  const lost = await queryBoth(
    `SELECT d.id FROM documents d WHERE d.accounting_failed = 1 AND NOT EXISTS (
       SELECT 1 FROM outbox o WHERE o.document_id = d.id AND o.error IS NOT NULL AND o.done_at IS NOT NULL)`,
  );
  expect(lost).toEqual([]);
});

it('VE-04, VE-18: an order of a temporary vendor with a full address waits at a final step that forbids it', async () => {
  const found = await queryBoth<Record<string, string>>(
    `SELECT p.vendor ->> 'address' AS address, p.vendor ->> 'city' AS city, p.vendor ->> 'state' AS state, p.vendor ->> 'postalCode' AS code
     FROM documents d JOIN purchase_orders p ON p.document_id = d.id JOIN show_settings s ON s.show_id = d.show_id
     JOIN workflows w ON w.id = d.workflow_id AND w.current_order = w.final_order
     WHERE d.temporary_vendor_id IS NOT NULL AND d.submission_status = 'Submitted for approval' AND s.settings ->> 'replacePoTempVendors' = 1`,
  );
  expect(found.length).toBeGreaterThan(0);
  for (const vendor of found) expect(Object.values(vendor)).not.toContain('');
});

it('DEC-29: an order has two approvers with the same initials', async () => {
  const found = await queryBoth<{ names: string }>(
    `SELECT DISTINCT group_concat(DISTINCT name) AS names FROM workflow_step_approvers
     GROUP BY document_id, initials HAVING count(DISTINCT user_id) > 1`,
  );
  expect(found.map(({ names }) => names.split(',').toSorted())).toContainEqual([
    'Robert Achebe',
    'Rosalind Achterberg',
  ]);
});

it('DEC-17, PO-57: a show hides numbers before the first approval and allows mailing before it', async () => {
  const found = await queryBoth<{ n: number }>(
    `SELECT count(*) AS n FROM documents d JOIN show_settings s ON s.show_id = d.show_id
     WHERE d.type = 'PO' AND d.submission_status = 'Submitted for approval' AND s.settings ->> 'sendUnapprovedPurchaseOrders' = 1
       AND NOT EXISTS (SELECT 1 FROM json_each(d.milestones) WHERE value = s.settings ->> 'displayPoNumbers')`,
  );
  expect(found.reduce((sum, { n }) => sum + n, 0)).toBeGreaterThan(0);
  const { results } = await DIRECTORY.prepare(
    "SELECT DISTINCT send_unapproved_purchase_orders AS may FROM memberships WHERE show_id = 'ambercanyon' ORDER BY 1",
  ).all();
  expect(results).toEqual([{ may: 0 }, { may: 1 }]);
});

it('EM-16: every e-mail with a document has its recipient in the history', async () => {
  const found = await queryBoth<{ type: string; silent: number }>(
    `SELECT send_type AS type, sum(json_array_length(recipients) = 0) AS silent FROM send_history
     WHERE send_type <> 'ACCOUNTING' GROUP BY 1`,
  );
  expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['EMAIL', 'VENDOR_EMAIL']));
  expect(found.filter(({ silent }) => silent > 0)).toEqual([]);
});

it('DEC-95: some orders have a contact of their vendor, others none', async () => {
  const found = await queryBoth<{ has: number }>(
    "SELECT DISTINCT vendor ->> 'contact' <> '' AS has FROM purchase_orders WHERE vendor ->> 'isTemporary' = 0",
  );
  expect(new Set(found.map(({ has }) => has))).toEqual(new Set([0, 1]));
});

it('DEC-28, EM-13: payments were approved, and denied with a reason', async () => {
  const found = await queryBoth<{ status: string }>(
    `SELECT DISTINCT status FROM documents d WHERE type = 'PAYMENT' AND (status = 'APPROVED' OR status = 'DENIED'
       AND EXISTS (SELECT 1 FROM notes n WHERE n.document_id = d.id AND n.context = 'DENIED'))`,
  );
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['APPROVED', 'DENIED']));
});

it("IN-33: every file of the demo's invoices has content of its own", async () => {
  const shared = await queryBoth(
    "SELECT sha256 FROM files WHERE owner_kind = 'invoice' GROUP BY show_id, sha256 HAVING count(*) > 1",
  );
  expect(shared).toEqual([]);
});
