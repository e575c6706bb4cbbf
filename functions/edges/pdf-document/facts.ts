import { formatDay, formatInstant } from '#domain/days';
import type { Line } from '#domain/line';
import { formatMoney, toCents } from '#domain/money';
import type { PurchaseOrder } from '#domain/purchase-order';
import type { PrintedOrder } from './printed-order.ts';

/** PD-25: at most 80 characters. */
export const legalText = 'THIS PO IS NOT VALID UNTIL APPROVED'.slice(0, 80);

export function money(amount: number, { currency }: Pick<PurchaseOrder, 'currency'>): string {
  return formatMoney(toCents(amount), currency);
}

/** SE-25: on paper the system default is the US form, because a printed page has no browser's locale. */
export function day(isoDay: string, { dateFormat }: PrintedOrder): string {
  return isoDay === '' ? '' : formatDay(isoDay, dateFormat ?? 'MM_DD_YYYY');
}

/** DEC-49, DEC-90. */
export function instant(at: string, { dateFormat, timeZone }: PrintedOrder): string {
  return formatInstant(at, dateFormat ?? 'MM_DD_YYYY', timeZone);
}

/** Paper of the country whose currency the order is in. */
export function paperOf(currency: string): 'Letter' | 'A4' {
  return currency === 'USD' || currency === 'CAD' ? 'Letter' : 'A4';
}

const accountNames: Readonly<Record<string, string>> = {
  ACCOUNT: 'Account',
  EPISODE: 'Episode',
  LOCATION: 'Location',
  SET: 'Set',
  INSURANCE: 'Insurance',
  FREE_FIELD: 'Free Field',
};

export interface AccountColumn {
  key: string;
  name: string;
}

/** The code a line has in a column; an episode may stand in its own field (LI-01). */
export function codeOf(line: Line, { key }: AccountColumn): string {
  return line.coding[key] || (key === 'EPISODE' ? line.episode : '');
}

/** DEC-52: the configured types that any line has a code of, in the order of the chart of accounts. */
export function accountColumns(lines: readonly Line[]): AccountColumn[] {
  const known = Object.keys(accountNames);
  const others = lines.flatMap((line) => Object.keys(line.coding)).filter((key) => !known.includes(key));
  return [...known, ...new Set(others.toSorted())]
    .map((key) => ({ key, name: accountNames[key] ?? key.replaceAll('_', ' ') }))
    .filter((column) => lines.some((line) => codeOf(line, column) !== ''));
}

/** The approved version that a change order changes; null for an order that never changed. */
export function versionBefore(purchaseOrder: PurchaseOrder): PurchaseOrder['approvalHistory'][number] | null {
  const { approvalHistory, currentChangeOrderNumber, status } = purchaseOrder;
  if (currentChangeOrderNumber === 0) return null;
  return approvalHistory.at(status === 'APPROVED' ? -2 : -1) ?? null;
}
