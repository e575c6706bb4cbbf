import type { DocType } from '#domain/document';

/** One row of DEC-33. */
interface TemporaryVendorRow {
  docType: DocType;
  temporary: boolean | 'ANY';
  replacePoTempVendors: boolean | 'ANY';
  /** The current step is the final step (DEC-20), whatever approvals it still needs. */
  finalStep: boolean | 'ANY';
  approve: boolean;
  warning: boolean;
  confirmation: boolean;
}

/** DEC-33, the truth table. The first row that fits decides. */
const rows: readonly TemporaryVendorRow[] = [
  row('PO', false, 'ANY', 'ANY', { approve: true, warning: false, confirmation: false }),
  row('PO', true, true, false, { approve: true, warning: true, confirmation: true }),
  row('PO', true, true, true, { approve: false, warning: true, confirmation: false }),
  row('PO', true, false, false, { approve: true, warning: false, confirmation: false }),
  row('PO', true, false, true, { approve: true, warning: false, confirmation: false }),
  row('INVOICE', false, 'ANY', 'ANY', { approve: true, warning: false, confirmation: false }),
  row('INVOICE', true, 'ANY', false, { approve: true, warning: true, confirmation: true }),
  row('INVOICE', true, 'ANY', true, { approve: false, warning: true, confirmation: false }),
  row('PAYMENT', 'ANY', 'ANY', 'ANY', { approve: true, warning: false, confirmation: false }),
];

interface TemporaryVendorAnswer {
  approve: boolean;
  /** Show `Temporary vendors are not supported for this document type.` */
  warning: boolean;
  /** Ask `Approve with Temp Vendor` or `Go back and Update Vendor` first (VE-19). */
  confirmation: boolean;
}

function row(
  docType: DocType,
  temporary: boolean | 'ANY',
  replacePoTempVendors: boolean | 'ANY',
  finalStep: boolean | 'ANY',
  answer: TemporaryVendorAnswer,
): TemporaryVendorRow {
  return { docType, temporary, replacePoTempVendors, finalStep, ...answer };
}

function fits(cell: boolean | 'ANY', fact: boolean): boolean {
  return cell === 'ANY' || cell === fact;
}

/** VE-18, DEC-33: what a temporary vendor means for approving; button, dialog and server all ask this. */
export function temporaryVendorRule(
  docType: DocType,
  facts: { temporary: boolean; replacePoTempVendors: boolean; finalStep: boolean },
): TemporaryVendorAnswer {
  const found = rows.find(
    (candidate) =>
      candidate.docType === docType &&
      fits(candidate.temporary, facts.temporary) &&
      fits(candidate.replacePoTempVendors, facts.replacePoTempVendors) &&
      fits(candidate.finalStep, facts.finalStep),
  );
  if (!found) throw new Error(`DEC-33 has no row for ${docType}`);
  return { approve: found.approve, warning: found.warning, confirmation: found.confirmation };
}
