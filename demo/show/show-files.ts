import { companies } from '#store/show/tables/reference-tables';
import { files, temporaryVendorFiles } from '#store/show/tables/document-tables';
import { contentOf } from '../assets.ts';
import type { AssetName } from '../assets.ts';
import { instant } from '../clock.ts';
import type { Company } from './companies.ts';
import type { Draft } from './show.ts';
import type { Vendor } from './vendors.ts';

type OwnerKind = (typeof files.$inferInsert)['ownerKind'];

interface NewFile {
  ownerKind: OwnerKind;
  asset: AssetName;
  label: string;
  uploadedBy: string;
  at: number;
}

/** Adds a linked file row and its R2 object. Returns its id. */
export function addFile(show: Draft, file: NewFile): string {
  const id = show.newId(file.at);
  const { contentType } = show.assets[file.asset];
  const { size, sha256 } = contentOf(show.assets, { fileId: id, asset: file.asset });
  const createdAt = instant(file.at);
  show.rows.add(files, {
    id,
    showId: show.plan.id,
    ownerKind: file.ownerKind,
    label: file.label,
    contentType,
    size,
    sha256,
    uploadedBy: file.uploadedBy,
    createdAt,
    linkedAt: createdAt,
  });
  show.uploads.push({ fileId: id, asset: file.asset });
  return id;
}

/** Adds the main company's terms, which are part of every purchase order PDF (MG-21). */
export function addTerms(show: Draft, list: readonly Company[]): void {
  const main = list[0];
  const keeper = show.members[0];
  if (!main || !keeper) return;
  const label = 'Terms and Conditions.pdf';
  const termsFileId = addFile(show, {
    ownerKind: 'company',
    asset: 'terms',
    label,
    uploadedBy: keeper.person.id,
    at: show.openedAt,
  });
  const row = show.rows
    .of(companies)
    .find((company) => company.projectCompanyExternalId === main.projectCompanyExternalId);
  if (row) Object.assign(row, { termsFileId, termsLabel: label });
}

/** Adds tax forms to two of three temporary vendors (VE-05). */
export function addTaxForms(show: Draft, list: readonly Vendor[]): void {
  const temporary = list.filter((vendor) => vendor.isTemporary);
  temporary.forEach(({ snapshot }, n) => {
    if (n % 3 === 2) return;
    const fileId = addFile(show, {
      ownerKind: 'vendor',
      asset: 'taxForm',
      label: `W-9 ${snapshot.name.replace(/[^A-Za-z ]/g, '')}.pdf`,
      uploadedBy: show.random.pick(show.creators).person.id,
      at: show.openedAt,
    });
    show.rows.add(temporaryVendorFiles, {
      showId: show.plan.id,
      temporaryVendorId: snapshot.tempVendorId ?? '',
      fileId,
    });
  });
}
