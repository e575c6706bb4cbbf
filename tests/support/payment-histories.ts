/** What a payment from accounting pays of invoices. */
interface Payment {
  id: string;
  state: 'APPROVED' | 'CANCELED';
  invoices: { invoiceId: string; cents: number }[];
}
export type Payments = Map<string, Payment>;

/** What approved payments pay of an invoice together. */
export const paidCentsOf = (payments: Payments, id: string) =>
  [...payments.values()]
    .flatMap((payment) => (payment.state === 'APPROVED' ? payment.invoices : []))
    .reduce((sum, { invoiceId, cents }) => sum + (invoiceId === id ? cents : 0), 0);

/** A payment pays an amount of one invoice, or in full and next to nothing of the next one. */
export function changePayments(
  payments: Payments,
  invoices: readonly { id: string; lines: readonly { cents: number }[] }[],
  { kind, at, cents }: { kind: string; at: number; cents: number },
  id: string,
): string | null {
  if (kind === 'cancel payment') {
    const payment = [...payments.values()][at % Math.max(payments.size, 1)];
    if (payment) payment.state = 'CANCELED';
    return payment?.id ?? null;
  }
  const [first, next] = invoices.slice(at % Math.max(invoices.length, 1));
  if (!first) return null;
  const total = first.lines.reduce((sum, line) => sum + line.cents, 0);
  const amounts = next
    ? [
        { invoiceId: first.id, cents: total },
        { invoiceId: next.id, cents: Math.sign(cents) },
      ]
    : [{ invoiceId: first.id, cents }];
  payments.set(id, { id, state: 'APPROVED', invoices: amounts });
  return id;
}
