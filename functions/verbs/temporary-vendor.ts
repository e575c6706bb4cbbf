import { Refusal } from '#domain/codes';
import type { DraftHeader } from '#domain/document-draft';
import { taxFormLimit, temporaryVendorFits } from '#domain/vendor';
import type { VendorDraft } from '#domain/vendor';
import type { Write } from '#store/open';
import {
  linkTaxForms,
  readLinkableForms,
  readTaxForms,
  saveTemporaryVendor,
} from '#store/show/temporary-vendor-rows';
import type { TemporaryVendorRow } from '#store/show/temporary-vendor-rows';
import { insertOutbox } from '#store/show/write-document';
import { fullName } from './context.ts';
import type { ShowContext } from './context.ts';
import type { DraftReferences } from './draft-references.ts';
import type { OutboxRow, VendorErrand } from './outbox-rows.ts';

/** What a save does about its temporary vendor: the record's id, statements for the batch, and what follows it. */
export interface KeptVendor {
  tempVendorId: string | null;
  writes: Write[];
  outbox: OutboxRow[];
}

/**
 * The temporary vendor of a draft (DEC-34). A draft without a record gets a new one; `updateTempVendor` changes the
 * record it names, and every draft and every document in approval that uses it follows. A new or changed record with
 * `shareEmail` is mailed to the accountant (DEC-89). Throws `INVALID_TEMP_VENDOR`.
 */
export async function keepTemporaryVendor(
  context: ShowContext,
  draft: Pick<DraftHeader, 'vendor'>,
  found: DraftReferences,
): Promise<KeptVendor> {
  const { vendor } = draft;
  if (!vendor?.isTemporary) return { tempVendorId: null, writes: [], outbox: [] };
  if (!temporaryVendorFits(vendor)) throw new Refusal('INVALID_TEMP_VENDOR');
  const record = found.temporaryVendor;
  if (record && !vendor.updateTempVendor) return { tempVendorId: record.id, writes: [], outbox: [] };
  const { store, user, now } = context;
  const id = record?.id ?? context.newId();
  const values = valuesOf(vendor);
  const forms = await newForms(context, record, vendor);
  if (record && forms.length === 0 && isSame(record, values)) {
    return { tempVendorId: id, writes: [], outbox: [] };
  }
  const outbox = errandsOf(context, id, record !== null, values);
  return {
    tempVendorId: id,
    writes: [
      saveTemporaryVendor(store, { id, showId: store.showId, ...values, createdBy: user.id, createdAt: now }),
      ...linkTaxForms(store, { tempVendorId: id, uploadedBy: user.id, now }, forms),
      ...insertOutbox(store, outbox),
    ],
    outbox,
  };
}

type Values = Omit<TemporaryVendorRow, 'id' | 'showId' | 'createdBy' | 'createdAt'>;

function valuesOf(vendor: VendorDraft): Values {
  return {
    name: vendor.name.trim(),
    address: vendor.address.trim(),
    city: vendor.city.trim(),
    state: vendor.state.trim(),
    postalCode: vendor.postalCode.trim(),
    contact: vendor.contact.trim(),
    email: vendor.email.trim(),
    phone: vendor.phoneNumber.trim(),
    isRelatedParty: vendor.isRelatedParty,
    shareEmail: vendor.shareEmail.trim(),
    shareNote: vendor.shareNote.trim(),
  };
}

function isSame(record: TemporaryVendorRow, values: Values): boolean {
  return (Object.keys(values) as (keyof Values)[]).every((name) => record[name] === values[name]);
}

/**
 * The tax forms that this save adds; one that somebody has taken off meanwhile is none. The record has five at most,
 * whatever came with earlier saves (DEC-34).
 */
async function newForms(
  { store, user }: ShowContext,
  record: TemporaryVendorRow | null,
  vendor: VendorDraft,
): Promise<string[]> {
  const known = new Set(record ? (await readTaxForms(store, record.id)).map((form) => form.id) : []);
  const given = new Set(vendor.attachments.map((form) => form.attachmentId));
  const unknown = [...given].filter((id) => !known.has(id));
  const added = await readLinkableForms(store, unknown, user.id);
  if (added.length > 0 && known.size + added.length > taxFormLimit) throw new Refusal('INVALID_TEMP_VENDOR');
  return added;
}

function errandsOf(
  context: ShowContext,
  tempVendorId: string,
  existed: boolean,
  values: Values,
): OutboxRow[] {
  const { store, user, now } = context;
  const base = { tempVendorId, actorId: user.id, actorName: fullName(user) };
  const errands: VendorErrand[] = [];
  if (existed) errands.push({ ...base, kind: 'follow-temp-vendor', after: null });
  if (values.shareEmail !== '') {
    errands.push({ ...base, kind: 'share-temp-vendor', to: values.shareEmail, note: values.shareNote });
  }
  return errands.map((errand): OutboxRow => {
    const id = context.newId();
    const row = { id, showId: store.showId, kind: errand.kind, payload: errand, createdAt: now };
    return { ...row, effectKey: `${tempVendorId}:${id}:${errand.kind}` };
  });
}
