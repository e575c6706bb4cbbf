import { beforeAll, expect, test } from 'vitest';
import { propagateBatchSize } from '#verbs/vendors/propagate-temporary-vendor';
import { aDraft, as, withTotal, create } from '../../support/worker/fixtures/client.ts';
import { deliver, deliverSent } from '../../support/worker/fixtures/queues.ts';
import { openStudio, rowsOf, sent, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const temporary = (own: Record<string, unknown>) => ({
  ...withTotal(10),
  vendor: { isTemporary: true, address: '3 Side St', ...own },
  vendorAddress: null,
});

test('DEC-34: a changed temporary vendor is copied into all of many orders, in several jobs', async () => {
  const first = await create('dana', temporary({ name: 'Petty Props' }));
  const { tempVendorId } = first.vendor;
  const count = propagateBatchSize + 3;
  const id = "printf('alpha1_crowd%03d', i)";
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)';
  await rowsOf(
    'alpha1',
    `${numbers} INSERT INTO documents (id, show_id, type, status, submission_status, version, number, number_sort,
       temporary_vendor_id, vendor_name, creator_id, creator_name, owner_id, created_at, updated_at)
     SELECT ${id}, d.show_id, d.type, d.status, d.submission_status, 1, printf('7%04d', i), printf('%010d', 70000 + i),
       d.temporary_vendor_id, d.vendor_name, d.creator_id, d.creator_name, d.owner_id, d.created_at, d.updated_at
     FROM n, documents d WHERE d.id = ?`,
    count,
    first.id,
  );
  await rowsOf(
    'alpha1',
    `${numbers} INSERT INTO purchase_orders (document_id, show_id, vendor)
     SELECT ${id}, p.show_id, p.vendor FROM n, purchase_orders p WHERE p.document_id = ?`,
    count,
    first.id,
  );
  await rowsOf(
    'alpha1',
    `${numbers} INSERT INTO document_events (document_id, seq, show_id, action, actor_id, actor_name, at, previous_hash, hash)
     SELECT ${id}, 1, 'alpha1', 'create', 'dana', 'Dana Stone', '2026-11-03', '', printf('h%d', i) FROM n`,
    count,
  );
  const saved = await as('dana').put(
    `/api/pos/${first.id}`,
    aDraft(temporary({ name: 'Petty Props & Sons', tempVendorId, updateTempVendor: true })),
  );
  expect(saved.status).toBe(200);
  const renamed = async () =>
    (
      await sql.alpha`SELECT id FROM documents WHERE temporary_vendor_id = ${tempVendorId}
        AND vendor_name = 'Petty Props & Sons'`
    ).length;
  const message = sent.outbox.splice(0);
  await deliver('backlot-outbox', message);
  expect(await renamed()).toBeLessThan(count);
  // The first job again, as after a crash: it adds no second continuation.
  await sql.alpha`UPDATE outbox SET done_at = NULL, next_attempt_at = NULL WHERE kind = 'follow-temp-vendor'
    AND payload ->> 'after' IS NULL`;
  await deliver('backlot-outbox', message);
  await deliverSent();
  expect(await renamed()).toBe(count + 1);
  expect(
    await sql.alpha`SELECT id FROM outbox WHERE payload ->> 'tempVendorId' = ${tempVendorId}`,
  ).toHaveLength(2);
});
