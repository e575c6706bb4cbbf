import { Refusal } from '#domain/codes';
import type { DraftHeader } from '#domain/documents/document-draft';
import { mayChangeRecord, mayRemoveTaxForm } from '#domain/reference-data/temporary-vendor-use';
import { taxFormLimit, isValidTemporaryVendor } from '#domain/reference-data/vendor';
import type { VendorDraft } from '#domain/reference-data/vendor';
import {
  insertTemporaryVendor,
  linkTaxForms,
  readLinkableForms,
  taxFormsQuery,
  updateTemporaryVendor,
} from '#store/show/vendors/temporary-vendors';
import type { TemporaryVendorRow } from '#store/show/vendors/temporary-vendors';
import { parseVendorUse, taxFormUseQuery } from '#store/show/documents/vendor-use';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { fullName } from '#verbs/request/context';
import type { RequestContext, MembershipContext } from '#verbs/request/context';
import type { DraftReferences } from '#verbs/documents/draft-references';
import type { OutboxRow, PropagateVendorJob } from '#verbs/outbox/jobs';
import { mayReadTaxForms, canReadTaxForms, taxFormAccessPlan } from '#verbs/documents/tax-form-access';
import type { SavedVendor } from '#verbs/documents/saved-content';
import { read } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { isTaxFormQuery, unlinkTaxForm } from '#store/show/vendors/tax-forms';
import { removeUpload } from '#verbs/documents/open-file';

/**
 * Saves the temporary vendor of a draft (DEC-34). A draft without a record gets a new one; `updateTempVendor` changes
 * the named record, and every open document that uses it follows. A user who may not edit each of those (DEC-16), or
 * not read the record's tax forms (DEC-53), gets a separate record for this document. A new or changed record with
 * `shareEmail` is mailed to the accountant (DEC-89). Throws `INVALID_TEMP_VENDOR`.
 */
export async function saveTemporaryVendor(
  context: RequestContext,
  draft: Pick<DraftHeader, 'vendor'>,
  found: Pick<DraftReferences, 'temporaryVendor' | 'vendorUses'>,
): Promise<SavedVendor> {
  const { vendor } = draft;
  if (!vendor?.isTemporary) return { tempVendorId: null, tempVendorVersion: null, writes: [], outbox: [] };
  if (!isValidTemporaryVendor(vendor)) throw new Refusal('INVALID_TEMP_VENDOR');
  const record = found.temporaryVendor;
  if (record === null) return newVendorRecord(context, vendor, []);
  const unchanged = { tempVendorId: record.id, tempVendorVersion: record.version, writes: [], outbox: [] };
  if (!vendor.updateTempVendor) return unchanged;
  const known = (await read(taxFormsQuery(context.store, record.id))).map((form) => form.id);
  const forms = await newForms(context, known, vendor);
  const values = valuesOf(vendor);
  const isSamePayee = sameIn(record, values, payeeFields);
  if (forms.length === 0 && isSamePayee && sameIn(record, values, ['shareEmail', 'shareNote'])) {
    return unchanged;
  }
  // Sharing a record mails its tax forms, and a copy of it has them: neither may bypass the permission to read them.
  const mayRead = known.length === 0 || (await mayReadTaxForms(context, { tempVendorId: record.id }));
  if (!mayRead || !mayChangeRecord(context, parseVendorUse(found.vendorUses)))
    return newVendorRecord(context, vendor, mayRead ? known : []);
  return updatedVendorRecord(context, { record, uses: found.vendorUses }, { values, forms, isSamePayee });
}

/** A new record; `formIds` are the tax forms of the record that it copies, if the user may read them. */
async function newVendorRecord(
  context: RequestContext,
  vendor: VendorDraft,
  formIds: readonly string[],
): Promise<SavedVendor> {
  const { store, user, now } = context;
  const id = context.newId();
  const values = valuesOf(vendor);
  const forms = [...formIds, ...(await newForms(context, formIds, vendor))];
  const outbox = jobsOf(context, id, values, { follows: false });
  const row = { id, showId: store.showId, ...values, createdBy: user.id, createdAt: now };
  return {
    tempVendorId: id,
    tempVendorVersion: 1,
    writes: [
      insertTemporaryVendor(store, row),
      ...linkTaxForms(store, { tempVendorId: id, uploadedBy: user.id, now }, forms),
      ...insertOutbox(store, outbox),
    ],
    outbox,
  };
}

function updatedVendorRecord(
  context: RequestContext,
  { record, uses }: { record: TemporaryVendorRow; uses: string },
  { values, forms, isSamePayee }: { values: Values; forms: readonly string[]; isSamePayee: boolean },
): SavedVendor {
  const { store, user, now } = context;
  const { id } = record;
  const version = isSamePayee ? record.version : record.version + 1;
  const outbox = jobsOf(context, id, values, { follows: !isSamePayee });
  const seen = { seen: record.version, uses, userId: user.id };
  return {
    tempVendorId: id,
    tempVendorVersion: version,
    writes: [
      updateTemporaryVendor(store, id, { ...values, version }, seen),
      ...linkTaxForms(store, { tempVendorId: id, uploadedBy: user.id, now }, forms),
      ...insertOutbox(store, outbox),
    ],
    outbox,
  };
}

type Values = Omit<TemporaryVendorRow, 'id' | 'showId' | 'version' | 'createdBy' | 'createdAt'>;

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

/** The fields that documents copy; the others are only for the accountant's e-mail. */
const payeeFields = [
  'name',
  'address',
  'city',
  'state',
  'postalCode',
  'contact',
  'email',
  'phone',
  'isRelatedParty',
] as const satisfies readonly (keyof Values)[];

function sameIn(record: TemporaryVendorRow, values: Values, fields: readonly (keyof Values)[]): boolean {
  return fields.every((name) => record[name] === values[name]);
}

/**
 * The tax forms that this save adds: the user's uploads, and forms of other vendors that the user may read, since
 * adding them must not grant access. Forms that were removed meanwhile are ignored. A record has at most five (DEC-34).
 */
async function newForms(
  context: RequestContext,
  known: readonly string[],
  vendor: VendorDraft,
): Promise<string[]> {
  const submittedIds = new Set(vendor.attachments.map((form) => form.attachmentId));
  const unknown = [...submittedIds].filter((id) => !known.includes(id));
  const { store, user } = context;
  const found = await readLinkableForms(store, unknown, user.id);
  const readable = await Promise.all(
    found.map(
      async ({ id, uploadedBy }) =>
        uploadedBy === user.id || (await mayReadTaxForms(context, { fileId: id })),
    ),
  );
  const added = found.flatMap(({ id }, index) => (readable[index] ? [id] : []));
  if (added.length > 0 && known.length + added.length > taxFormLimit)
    throw new Refusal('INVALID_TEMP_VENDOR');
  return added;
}

function jobsOf(
  context: RequestContext,
  tempVendorId: string,
  values: Values,
  { follows }: { follows: boolean },
): OutboxRow[] {
  const { store, user, now } = context;
  const base = { tempVendorId, actorId: user.id, actorName: fullName(user) };
  const jobs: PropagateVendorJob[] = [];
  if (follows) jobs.push({ ...base, kind: 'follow-temp-vendor', after: null });
  if (values.shareEmail !== '') {
    jobs.push({ ...base, kind: 'share-temp-vendor', to: values.shareEmail, note: values.shareNote });
  }
  return jobs.map((job): OutboxRow => {
    const id = context.newId();
    const row = { id, showId: store.showId, kind: job.kind, payload: job, createdAt: now };
    return { ...row, effectKey: `${tempVendorId}:${id}:${job.kind}` };
  });
}

/** Whether the file is a tax form, its uses, and whether the user may read it. */
export const taxFormRemovalPlan = (member: MembershipContext, id: string) => ({
  isForm: isTaxFormQuery(member.store, id),
  uses: taxFormUseQuery(member.store, id, member.user.id),
  ...taxFormAccessPlan(member, { fileId: id }),
});

/**
 * Removes a file from the temporary vendor form (API-28, VE-16): the user's own unsaved upload, or a tax form of a
 * vendor of the show. While a submitted document uses the vendor, the form is kept for those who may read it (DEC-53).
 * Throws `NOT_FOUND`, `WORKFLOW_CONFLICT`, and `FORBIDDEN` for users who may read the form but not change the vendor.
 */
export async function removeTaxForm(
  context: RequestContext,
  { isForm, uses, ...access }: PlanRows<typeof taxFormRemovalPlan>,
  id: string,
): Promise<void> {
  const { store, user, now } = context;
  if (!isForm || !canReadTaxForms(context, access)) return removeUpload(context, id);
  if (!mayRemoveTaxForm(context, uses)) throw new Refusal('FORBIDDEN');
  await store.write(unlinkTaxForm(store, id, { id: user.id, name: fullName(user), now }));
}
