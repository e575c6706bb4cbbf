import { inApproval } from '#domain/document';
import { commit } from '#store/commit';
import type { OutboxEntry } from '#store/show/outbox-reads';
import type { VendorSnapshot } from '#store/show/snapshots';
import { readTemporaryVendor } from '#store/show/read-reference';
import { readSubject } from '#store/show/read-document';
import { readFollowers } from '#store/show/temporary-vendor-rows';
import type { TemporaryVendorRow } from '#store/show/temporary-vendor-rows';
import { updateDocument, updateInvoice, updatePurchaseOrder } from '#store/show/write-document';
import { attemptsAtMost, chained } from './apply.ts';
import { freshId } from './context.ts';
import type { Errands } from './errands.ts';
import { goOn } from './go-on.ts';
import type { VendorErrand } from './outbox-rows.ts';
import { tellChange } from './tell-change.ts';

/** Documents an errand: each takes some 25 queries, and one run of a Worker has 1,000. */
export const followersAtOnce = 25;

type FollowErrand = Extract<VendorErrand, { kind: 'follow-temp-vendor' }>;

/**
 * Brings every draft and every document in approval that uses a temporary vendor to what its record now says (DEC-34),
 * each with an audit event of its own (DEC-90); what is too much for one errand is left to another. Approved
 * ones keep their copy. May be repeated: one that has caught up is passed over. Throws while one is changed by others
 * again and again.
 */
export async function followTemporaryVendor(
  errands: Errands,
  errand: FollowErrand,
  entry: OutboxEntry,
): Promise<void> {
  const record = await readTemporaryVendor(errands.store, errand.tempVendorId);
  if (!record) return;
  const place = { after: errand.after ?? '', limit: followersAtOnce };
  const ids = await readFollowers(errands.store, record.id, place);
  for (const id of ids) await follow(errands, errand, record, id);
  const last = ids.at(-1);
  if (last && ids.length === followersAtOnce) await goOn(errands, { ...errand, after: last }, entry);
}

async function follow(
  { env, store, now }: Errands,
  { actorId, actorName }: FollowErrand,
  record: TemporaryVendorRow,
  id: string,
): Promise<void> {
  const newId = () => freshId(store.showId);
  for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
    const rows = await readSubject(store, id);
    const detail = rows?.purchaseOrder ?? rows?.invoice;
    if (!rows || !detail) return;
    const { document } = rows;
    const follows = document.status === 'DRAFT' || inApproval(document.status);
    const vendor = { ...detail.vendor, ...snapshotOf(record) };
    if (!follows || document.temporaryVendorId !== record.id) return;
    if (isSame(detail.vendor, vendor)) return;
    const version = document.version + 1;
    const actor = { userId: actorId, name: actorName };
    const event = chained({ store, now, newId }, actor, {
      documentId: id,
      seq: version,
      action: 'update-temp-vendor',
      historyType: null,
      payload: { tempVendorId: record.id, vendor: record.name },
      previousHash: rows.lastHash,
    });
    const writes = [
      updateDocument(store, id, { version, vendorName: record.name, updatedAt: now }),
      rows.invoice ? updateInvoice(store, id, { vendor }) : updatePurchaseOrder(store, id, { vendor }),
    ];
    if ((await commit(store, { event, expected: document, writes })) === 'lost') continue;
    await tellChange({ env, store }, null, id);
    return;
  }
  throw new Error('a document was changed too often to follow its vendor');
}

/** The part of a document's copy that the record rules. */
function snapshotOf(record: TemporaryVendorRow) {
  const { name, isRelatedParty, contact, email, phone, address, city, state, postalCode } = record;
  return { name, isRelatedParty, contact, email, phoneNumber: phone, address, city, state, postalCode };
}

function isSame(before: VendorSnapshot, after: VendorSnapshot): boolean {
  return (Object.keys(after) as (keyof VendorSnapshot)[]).every((name) => before[name] === after[name]);
}
