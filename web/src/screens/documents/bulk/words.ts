import { messageFor } from '../../../words.ts';
import { approvedWithError } from '../../documents/messages.ts';
import type { BulkPayment, BulkRun } from '#domain/bulk-approval/bulk-response';

/** (BK-09) */
export const runFailed = 'Error occurred during operation.';
/** (BK-15) */
export const bulkFailed = 'Error occurred during bulk approval operation';

export function paymentsText(count: number): string {
  return count === 1 ? '1 payment' : `${count} payments`;
}

/** The toast at the end of a run. The panel lists what went wrong (BK-15, DEC-03). */
export function endText({ status, total, numSuccess, numFailure, warnings }: BulkRun): {
  type: 'success' | 'info' | 'warning' | 'failure';
  text: string;
} {
  if (numFailure > 0) return { type: 'failure', text: bulkFailed };
  const count = warnings.length;
  if (count > 1) {
    return { type: 'warning', text: approvedWithError(paymentsText(count)).replace(' was ', ' were ') };
  }
  if (count === 1) return { type: 'warning', text: approvedWithError('1 payment') };
  if (status === 'canceled' && numSuccess < total) {
    return {
      type: 'info',
      text: `Bulk approval canceled. ${numSuccess} of ${paymentsText(total)} approved.`,
    };
  }
  return { type: 'success', text: `${paymentsText(numSuccess)} approved.` };
}

export function endTitle({ status, total, numSuccess }: BulkRun): string {
  const how = status === 'canceled' ? 'Canceled: ' : '';
  return `${how}${numSuccess} of ${paymentsText(total)} approved`;
}

/** Permissions are checked for each item. In the user's own queue, FORBIDDEN means that another approver was faster. */
const reasons: Readonly<Record<string, string>> = {
  FORBIDDEN: 'It is no longer waiting for your approval.',
  NOT_FOUND: 'The payment was not found.',
  WORKFLOW_CONFLICT: 'It has changed in the meantime.',
};

/** Why a payment failed, or the text of accounting if there is one. */
export function reasonText({ code, message }: { code: string; message: string }): string {
  return message || reasons[code] || messageFor(code);
}

/** `Payment #E450012` (DEC-71). */
export function nameOf(payment: BulkPayment | undefined): string {
  return payment ? `Payment #${payment.number}` : 'Payment';
}
