import type { LogColumn } from '#domain/lists/log-format';

/** A row of an archive's payment list. */
export interface PaymentLogRow {
  number: string;
  day: string;
  status: string;
  payee: string;
  paymentType: string;
  bank: string;
  currency: string;
  totalCents: number;
}

type Column = LogColumn<PaymentLogRow>;

function column(header: string, kind: Column['kind'], value: Column['value']): Column {
  return { header, kind, width: 16, value };
}

export const paymentLogColumns: readonly Column[] = [
  column('Payment #', 'text', ({ number }) => number),
  column('Date', 'day', ({ day }) => day),
  column('Status', 'text', ({ status }) => status),
  column('Payee', 'text', ({ payee }) => payee),
  column('Payment Type', 'text', ({ paymentType }) => paymentType),
  column('Bank', 'text', ({ bank }) => bank),
  column('Currency', 'text', ({ currency }) => currency),
  column('Total', 'amount', ({ totalCents }) => totalCents),
];
