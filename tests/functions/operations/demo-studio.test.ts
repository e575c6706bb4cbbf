import { createHash } from 'node:crypto';
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { docTypes } from '#domain/document';
import type { StatusPair } from '#domain/document';
import { legalPairs } from '../../support/transition-matrix/legal-pairs.ts';
import { chainText } from '#domain/history/history';
import type { ChainedEvent } from '#domain/history/history';
import { transitions } from '#domain/lifecycle/decide';
import { lineTotalCents } from '#domain/values/money';
import { roles } from '#domain/identity/permissions';
import { storeFor } from '#store/d1/open';
import { verifyMeasures } from '#verbs/operations/verify-movements';
import { passwordMatches } from '#verbs/identity/password-hash';
import { makeAssets } from '../../../demo/assets.ts';
import type { Assets } from '../../../demo/assets.ts';
import { seedStudio } from '../../../demo/seed.ts';
import { makeStudio } from '../../../demo/studio.ts';
import type { Studio } from '../../../demo/studio.ts';

const anchor = Date.parse('2026-03-02T18:00:00Z');
const { DIRECTORY, SHOWS_0, SHOWS_1, FILES } = env;
const databases = { DIRECTORY, SHOWS_0, SHOWS_1, FILES };
const shards = [SHOWS_0, SHOWS_1];

let assets: Assets;

beforeAll(async () => {
  assets = await makeAssets();
  await seedStudio(databases, { seed: 'test', anchor, assets });
});

/** Rows of a query on every shard. */
async function query<Row>(sql: string): Promise<Row[]> {
  const answers = await Promise.all(shards.map((db) => db.prepare(sql).all<Row>()));
  return answers.flatMap(({ results }) => results);
}

function digest({ directory, shows, ledger }: Studio): string {
  const hash = createHash('sha256');
  for (const rows of [directory, ...shows.map((show) => show.rows)])
    for (const list of rows.byTable.values()) hash.update(JSON.stringify(list));
  for (const list of ledger.byTable.values()) hash.update(JSON.stringify(list));
  return hash.digest('hex');
}

describe('the demo studio', () => {
  it('is the same for the same seed, and differs for another', () => {
    const first = digest(makeStudio('test', anchor, assets));
    expect(digest(makeStudio('test', anchor, assets))).toBe(first);
    expect(digest(makeStudio('other', anchor, assets))).not.toBe(first);
  });

  it('is left alone by a second run', async () => {
    const before = await query<{ n: number }>('SELECT count(*) AS n FROM documents');
    expect(await seedStudio(databases, { seed: 'test', anchor, assets })).toEqual({
      studio: 'already there',
    });
    expect(await query('SELECT count(*) AS n FROM documents')).toEqual(before);
  });

  it('has six shows of two studios over three accounting systems, five currencies and both shards', async () => {
    const { results } = await env.DIRECTORY.prepare(
      'SELECT count(*) AS shows, count(DISTINCT studio_id) AS studios, count(DISTINCT accounting_system) AS systems, count(DISTINCT shard) AS shards FROM shows',
    ).all();
    expect(results).toEqual([{ shows: 6, studios: 2, systems: 3, shards: 2 }]);
    const currencies = await query<{ code: string }>('SELECT DISTINCT currency_code AS code FROM documents');
    expect(new Set(currencies.map(({ code }) => code))).toEqual(new Set(['USD', 'CAD', 'GBP', 'EUR', 'HUF']));
  });

  it('PE-01: has people of every role, and well-known sign-ins with the demo password', async () => {
    const found = await env.DIRECTORY.prepare('SELECT count(DISTINCT role) AS n FROM memberships').first<{
      n: number;
    }>();
    expect(found?.n).toBe(roles.length);
    const { results } = await env.DIRECTORY.prepare(
      `SELECT u.username, u.password_hash AS hash, m.role FROM users u JOIN memberships m ON m.user_id = u.id
       WHERE m.show_id = 'nlite' AND u.username IN ('dana@backlot.example', 'marcus@backlot.example', 'priya@backlot.example', 'sam@backlot.example') ORDER BY u.username`,
    ).all<{ username: string; hash: string; role: string }>();
    expect(results.map(({ role }) => role)).toEqual(['PO Creator', 'Approver', 'Approver', 'Show Admin']);
    expect(await passwordMatches('backlot-demo', results[0]?.hash ?? null)).toBe(true);
    expect(await passwordMatches('something else', results[0]?.hash ?? null)).toBe(false);
  });

  it.each(docTypes)('DEC-15: has every legal status pair of a %s', async (type) => {
    const pairs = await query<{ status: string; submissionStatus: string }>(
      `SELECT DISTINCT status, submission_status AS submissionStatus FROM documents WHERE type = '${type}'`,
    );
    expect(pairs).toEqual(expect.arrayContaining([...legalPairs[type]]));
  });

  it('BUD-07, EFC-01: has a locked budget of some 250 accounts, whose payroll and estimates are consistent', async () => {
    const [counts] = await query<{ accounts: number; imports: number; estimates: number }>(
      `SELECT (SELECT count(*) FROM budget_lines WHERE show_id = 'nlite') AS accounts,
        (SELECT count(*) FROM actual_imports WHERE show_id = 'nlite') AS imports,
        (SELECT count(*) FROM account_estimates WHERE show_id = 'nlite') AS estimates`,
    );
    expect(counts?.accounts).toBeGreaterThan(240);
    expect(counts?.accounts).toBeLessThan(320);
    expect(counts?.imports).toBe(3);
    expect(counts?.estimates).toBeGreaterThan(20);
    const store = storeFor(env, { id: 'nlite', shard: 0 });
    expect(await verifyMeasures(store, 10)).toEqual([]);
  });

  it('has a history whose chain of hashes holds, up to the version of each document', async () => {
    const events = await query<
      Omit<ChainedEvent, 'payload'> & { payload: string; hash: string; version: number }
    >(
      `SELECT e.document_id AS documentId, e.seq, e.show_id AS showId, e.action, e.history_type AS historyType, e.actor_id AS actorId,
        e.actor_name AS actorName, e.at, e.payload, e.previous_hash AS previousHash, e.hash, d.version
       FROM document_events e JOIN documents d ON d.id = e.document_id ORDER BY e.document_id, e.seq`,
    );
    const last = new Map<string, { hash: string; seq: number; version: number; at: string }>();
    for (const { hash, version, payload, ...event } of events) {
      const before = last.get(event.documentId);
      expect(event.seq).toBe((before?.seq ?? 0) + 1);
      expect(event.previousHash).toBe(before?.hash ?? '');
      expect(event.at >= (before?.at ?? '')).toBe(true);
      const text = chainText({ ...event, payload: JSON.parse(payload) as ChainedEvent['payload'] });
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash);
      last.set(event.documentId, { hash, seq: event.seq, version, at: event.at });
    }
    expect(last.size).toBeGreaterThan(600);
    for (const { seq, version, at } of last.values()) {
      expect(seq).toBe(version);
      expect(Date.parse(at)).toBeLessThanOrEqual(anchor);
    }
  });

  it.each(docTypes)(
    'DEC-25, DEC-27, DEC-28: the history of a %s only has legal transitions',
    async (type) => {
      const steps = await query<{ id: string; action: string; status: string; submissionStatus: string }>(
        `SELECT e.document_id AS id, e.action, e.payload ->> 'status' AS status, e.payload ->> 'submissionStatus' AS submissionStatus
       FROM document_events e JOIN documents d ON d.id = e.document_id WHERE d.type = '${type}' ORDER BY e.document_id, e.seq`,
      );
      const table = transitions[type];
      const same = (one: StatusPair, other: StatusPair) =>
        one.status === other.status && one.submissionStatus === other.submissionStatus;
      let before: (typeof steps)[number] | null = null;
      const strange = [];
      for (const step of steps) {
        const from: StatusPair | null = before?.id === step.id ? (before as StatusPair) : null;
        const to = step as StatusPair;
        const isKnown = table.some(
          (row) =>
            row.action === step.action &&
            (row.from === 'NEW'
              ? from === null
              : from !== null && row.from.some((pair) => same(pair, from))) &&
            (row.to === 'SAME' ? from !== null && same(from, to) : row.to.some((pair) => same(pair, to))),
        );
        if (!isKnown) strange.push({ ...step, from });
        before = step;
      }
      expect(steps.length).toBeGreaterThan(200);
      expect(strange).toEqual([]);
    },
  );

  it('DEC-23: the queues contain exactly the approvers who have not approved the current step', async () => {
    const expected = await query(
      `SELECT d.id AS document, d.current_step_id AS step, a.user_id AS user FROM documents d
       JOIN workflows w ON w.id = d.workflow_id AND w.is_latest = 1
       JOIN workflow_steps s ON s.workflow_id = w.id AND s.step_order = w.current_order AND s.id = d.current_step_id
       JOIN workflow_step_approvers a ON a.step_id = s.id
       WHERE d.submission_status = 'Submitted for approval' AND NOT EXISTS (
         SELECT 1 FROM step_approvals v WHERE v.step_id = s.id AND v.user_id = a.user_id AND v.dropped_at IS NULL)
       ORDER BY 1, 3`,
    );
    const queues = await query(
      'SELECT document_id AS document, step_id AS step, user_id AS user FROM waiting_approvals ORDER BY 1, 3',
    );
    expect(queues).toEqual(expected);
    const lost = await query(
      "SELECT id FROM documents WHERE submission_status = 'Submitted for approval' AND id NOT IN (SELECT document_id FROM waiting_approvals)",
    );
    expect(lost).toEqual([]);
  });

  it('DEC-84: some twenty purchase orders wait for the line producer of Northern Lights', async () => {
    const [first] = await query<{ n: number }>(
      "SELECT count(*) AS n FROM waiting_approvals WHERE user_id = 'user-priya-raman' AND type = 'PO'",
    );
    expect(first?.n).toBeGreaterThanOrEqual(15);
    expect(first?.n).toBeLessThanOrEqual(28);
  });

  it('DEC-39: relief and balances agree', async () => {
    const expected = await query(
      `SELECT l.relieve_po_line_id AS line, l.id AS by, l.total_cents AS cents FROM document_lines l JOIN documents d ON d.id = l.document_id
       WHERE l.relieve_po_line_id IS NOT NULL AND d.type = 'INVOICE' AND d.status IN ('SUBMITTED_FOR_APPROVAL', 'APPROVED') ORDER BY 1, 2`,
    );
    const relieved = await query(
      'SELECT po_line_id AS line, invoice_line_id AS by, amount_cents AS cents FROM relief ORDER BY 1, 2',
    );
    expect(relieved).toEqual(expected);
    expect(relieved.length).toBeGreaterThan(40);
    const wrong = await query(
      `SELECT id FROM documents d WHERE type = 'PO' AND is_relieved <> (
         EXISTS (SELECT 1 FROM relief WHERE po_id = d.id)
         AND (SELECT sum(total_cents) FROM document_lines WHERE document_id = d.id) <= (SELECT sum(amount_cents) FROM relief WHERE po_id = d.id))`,
    );
    expect(wrong).toEqual([]);
    expect(await query("SELECT id FROM documents WHERE is_relieved = 1 AND type = 'PO'")).not.toEqual([]);
  });

  it('DEC-17: the counter equals the largest number', async () => {
    const wrong = await query(
      `SELECT c.show_id FROM counters c WHERE c.name = 'po' AND c.value <> (
         SELECT max(CAST(number AS INTEGER)) FROM documents d WHERE d.show_id = c.show_id AND d.type = 'PO')`,
    );
    expect(wrong).toEqual([]);
    expect(await query('SELECT show_id FROM counters')).toHaveLength(6);
  });

  it('LI-04: lines and totals add up', async () => {
    const lines = await query<{ quantity: number; unit: number; total: number }>(
      'SELECT quantity_hundredths AS quantity, unit_cost_cents AS unit, total_cents AS total FROM document_lines',
    );
    for (const { quantity, unit, total } of lines) expect(lineTotalCents(quantity, unit)).toBe(total);
    const wrong = await query(
      `SELECT id FROM documents d WHERE type <> 'PAYMENT'
       AND total_cents <> (SELECT sum(total_cents) FROM document_lines WHERE document_id = d.id)`,
    );
    expect(wrong).toEqual([]);
  });

  it('DEC-52: only selectable accounts are used', async () => {
    const wrong = await query(
      `SELECT l.id FROM document_lines l WHERE l.coa_external_id IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM account_parts p WHERE p.show_id = l.show_id AND p.account_part_id = l.coa_external_id
         AND p.id_code = l.coding ->> 'ACCOUNT' AND p.is_active = 1 AND p.is_header = 0)`,
    );
    expect(wrong).toEqual([]);
  });

  it('DEC-33: no temporary vendor passed a final step that forbids it', async () => {
    const wrong = await query(
      `SELECT d.id FROM documents d JOIN show_settings s ON s.show_id = d.show_id WHERE d.temporary_vendor_id IS NOT NULL
       AND d.status = 'APPROVED' AND (d.type = 'INVOICE' OR s.settings ->> 'replacePoTempVendors' = 1)`,
    );
    expect(wrong).toEqual([]);
    expect(
      await query("SELECT id FROM documents WHERE temporary_vendor_id IS NOT NULL AND status = 'APPROVED'"),
    ).not.toEqual([]);
  });

  it('DEC-26: has change orders in every state, with the previous approved version', async () => {
    const states = await query<{ status: string }>('SELECT DISTINCT status FROM change_orders');
    expect(states.map(({ status }) => status)).toEqual(
      expect.arrayContaining(['DRAFT', 'SUBMITTED_FOR_APPROVAL', 'APPROVED', 'VOID']),
    );
    const without = await query(
      `SELECT document_id FROM change_orders WHERE document_id NOT IN (SELECT document_id FROM approval_history)`,
    );
    expect(without).toEqual([]);
    const wrong = await query(
      `SELECT id FROM approval_history WHERE total_cents <> (SELECT sum(value ->> 'totalCents') FROM json_each(snapshot, '$.lines'))`,
    );
    expect(wrong).toEqual([]);
  });

  it('NO-02: has notes of every context', async () => {
    const contexts = await query<{ context: string }>('SELECT DISTINCT context FROM notes');
    expect(new Set(contexts.map(({ context }) => context))).toEqual(
      new Set(['VOID', 'ADJUSTMENT', 'REVISION', 'DENIED', 'HIDDEN', 'STANDARD']),
    );
  });

  it('DEC-53: every file row has its content, as described in the row', async () => {
    const files = await query<{ id: string; size: number; sha256: string; type: string }>(
      'SELECT id, size, sha256, content_type AS type FROM files',
    );
    expect(files.length).toBeGreaterThan(200);
    const beginnings: Record<string, string> = {
      'application/pdf': '25504446',
      'image/jpeg': 'ffd8ffe0',
      'image/png': '89504e47',
    };
    expect(new Set(files.map(({ type }) => type))).toEqual(new Set(Object.keys(beginnings)));
    for (const file of files) {
      const object = await env.FILES.get(file.id);
      const bytes = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer(0));
      expect(bytes.byteLength).toBe(file.size);
      expect(bytes.subarray(0, 4).toString('hex')).toBe(beginnings[file.type]);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
    }
    const wrong = await query(
      `SELECT id FROM documents d WHERE attachment_count <> (SELECT count(*) FROM attachments WHERE document_id = d.id)
       OR (type = 'INVOICE' AND submission_status IN ('Submitted for approval', 'Approved') AND attachment_count = 0)`,
    );
    expect(wrong).toEqual([]);
  });
});
