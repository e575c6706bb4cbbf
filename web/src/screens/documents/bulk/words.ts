import { documentLabel } from '#domain/documents/document-name';
import type { BulkAction } from '#domain/bulk-approval/bulk-preview';
import { isPermanent, isSkipped } from '#domain/bulk-approval/bulk-progress';
import type { DocType } from '#domain/document';
import { messageFor } from '../../../words.ts';
import { approvedWithError } from '../messages.ts';
import type { BulkRun } from '#domain/bulk-approval/bulk-response';

/** (BK-09) */
export const runFailed = 'Error occurred during operation.';

/** What a run is about. */
export interface RunKind {
  docType: DocType;
  action: BulkAction;
}

export function kindOf({
  docType = 'PAYMENT',
  action = 'approve',
}: Pick<BulkRun, 'docType' | 'action'>): RunKind {
  return { docType, action };
}

const nouns = {
  PO: ['purchase order', 'purchase orders'],
  INVOICE: ['invoice', 'invoices'],
  PAYMENT: ['payment', 'payments'],
} as const satisfies Record<DocType, readonly [string, string]>;

const verbs = {
  approve: { title: 'Bulk approval', doing: 'Approving', done: 'approved', nothing: 'Nothing was approved' },
  'take-back': {
    title: 'Bulk approval',
    doing: 'Taking back',
    done: 'taken back',
    nothing: 'Nothing was taken back',
  },
  submit: { title: 'Bulk submit', doing: 'Submitting', done: 'submitted', nothing: 'Nothing was submitted' },
  push: { title: 'Bulk resend', doing: 'Sending', done: 'sent to Accounting', nothing: 'Nothing was sent' },
} as const satisfies Record<BulkAction, Record<string, string>>;

export const verbsOf = ({ action }: Pick<RunKind, 'action'>) => verbs[action];

/** `46 purchase orders`, `1 approval` */
export function countText({ docType, action }: RunKind, count: number): string {
  const [one, many] = action === 'take-back' ? (['approval', 'approvals'] as const) : nouns[docType];
  return `${count} ${count === 1 ? one : many}`;
}

/** (BK-15) */
export const bulkFailed = 'Error occurred during bulk approval operation';
const otherFailed = 'Error occurred during bulk operation';
export const failedText = ({ action }: Pick<RunKind, 'action'>) =>
  action === 'approve' ? bulkFailed : otherFailed;

/** Documents that the run skipped. A run of payments lists all as failed (BK-09). */
export function skippedOf({ docType = 'PAYMENT', failed }: BulkRun): BulkRun['failed'] {
  return docType === 'PAYMENT' ? [] : failed.filter(isSkipped);
}

/** Whether a retry of the run can succeed for a document (BK-09, BULK-13). */
export function canRetry(run: BulkRun): boolean {
  const skipped = skippedOf(run);
  const failed = run.failed.filter((one) => !skipped.includes(one));
  return kindOf(run).action !== 'take-back' && failed.some((one) => !isPermanent(one));
}

/** The toast of a run in which documents failed. The text of payments is fixed; the panel beside it counts (BK-15). */
function failureText(run: BulkRun): { type: 'warning' | 'failure'; text: string } {
  const { total, numSuccess } = run;
  const kind = kindOf(run);
  if (kind.docType === 'PAYMENT' && kind.action === 'approve') return { type: 'failure', text: bulkFailed };
  return {
    type: numSuccess > 0 ? 'warning' : 'failure',
    text: `${numSuccess} of ${countText(kind, total)} ${verbsOf(kind).done}, ${total - numSuccess} not.`,
  };
}

/** The toast at the end of a run. The panel lists what went wrong (BK-15, DEC-03). */
export function endText(run: BulkRun): {
  type: 'success' | 'info' | 'warning' | 'failure';
  text: string;
} {
  const { status, total, numSuccess, numFailure, warnings } = run;
  const kind = kindOf(run);
  const { done } = verbsOf(kind);
  const skipped = skippedOf(run).length;
  if (numFailure > skipped) return failureText(run);
  if (skipped > 0)
    return { type: 'warning', text: `${countText(kind, numSuccess)} ${done}, ${skipped} skipped.` };
  const count = warnings.length;
  if (count > 1) {
    return { type: 'warning', text: approvedWithError(countText(kind, count)).replace(' was ', ' were ') };
  }
  if (count === 1) return { type: 'warning', text: approvedWithError(countText(kind, 1)) };
  if (status === 'canceled' && numSuccess < total) {
    return {
      type: 'info',
      text: `${verbsOf(kind).title} canceled. ${numSuccess} of ${countText(kind, total)} ${done}.`,
    };
  }
  return { type: 'success', text: `${countText(kind, numSuccess)} ${done}.` };
}

export function endTitle(run: BulkRun): string {
  const { status, total, numSuccess } = run;
  const kind = kindOf(run);
  const how = status === 'canceled' ? 'Canceled: ' : '';
  const skipped = skippedOf(run).length;
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${how}${numSuccess} of ${countText(kind, total)} ${verbsOf(kind).done}${rest}`;
}

/** Permissions are checked for each item. In the user's own queue, FORBIDDEN means that another approver was faster. */
const reasons: Readonly<Record<string, string>> = {
  FORBIDDEN: 'It is no longer waiting for your approval.',
  WORKFLOW_CONFLICT: 'It has changed in the meantime.',
};

/** Why a document failed, or the text of accounting if there is one. */
export function reasonText(
  { docType, action }: RunKind,
  { code, message }: { code: string; message: string },
): string {
  if (message) return message;
  if (code === 'NOT_FOUND') return `The ${nouns[docType][0]} was not found.`;
  const votes = action === 'approve' || action === 'take-back';
  return (votes ? reasons[code] : null) ?? messageFor(code);
}

/** A document of a run that failed or has a warning. */
export interface NamedDocument {
  number: string;
  totalCost: number;
  currency: string;
}

export function documentOf(run: BulkRun, id: string): NamedDocument | undefined {
  return [...run.payments, ...(run.documents ?? [])].find((one) => one.id === id);
}

/** `Payment #E450012` (DEC-71). */
export function nameOf({ docType }: Pick<RunKind, 'docType'>, document: NamedDocument | undefined): string {
  return documentLabel(docType, document?.number ?? '');
}
