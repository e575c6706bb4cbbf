import type { DocType } from '#domain/document';

/** One row of DEC-33. */
interface TemporaryVendorRow {
  docType: DocType;
  temporary: boolean | 'ANY';
  replacePoTempVendors: boolean | 'ANY';
  /** True when the current step is the final step (DEC-20), however many approvals it still needs. */
  finalStep: boolean | 'ANY';
  approve: boolean;
  warning: boolean;
  confirmation: boolean;
}

/** The truth table of DEC-33. The first matching row decides. */
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

interface TemporaryVendorDecision {
  approve: boolean;
  /** Shows `Temporary vendors are not supported for this document type.` */
  warning: boolean;
  /** First offers `Approve with Temp Vendor` or `Go back and Update Vendor` (VE-19). */
  confirmation: boolean;
}

function row(
  docType: DocType,
  temporary: boolean | 'ANY',
  replacePoTempVendors: boolean | 'ANY',
  finalStep: boolean | 'ANY',
  decision: TemporaryVendorDecision,
): TemporaryVendorRow {
  return { docType, temporary, replacePoTempVendors, finalStep, ...decision };
}

function matches(cell: boolean | 'ANY', fact: boolean): boolean {
  return cell === 'ANY' || cell === fact;
}

/** Decides how a temporary vendor affects an approval; button, dialog and server all call this (VE-18, DEC-33). */
export function temporaryVendorRule(
  docType: DocType,
  facts: { temporary: boolean; replacePoTempVendors: boolean; finalStep: boolean },
): TemporaryVendorDecision {
  const match = rows.find(
    (candidate) =>
      candidate.docType === docType &&
      matches(candidate.temporary, facts.temporary) &&
      matches(candidate.replacePoTempVendors, facts.replacePoTempVendors) &&
      matches(candidate.finalStep, facts.finalStep),
  );
  if (!match) throw new Error(`DEC-33 has no row for ${docType}`);
  return { approve: match.approve, warning: match.warning, confirmation: match.confirmation };
}
