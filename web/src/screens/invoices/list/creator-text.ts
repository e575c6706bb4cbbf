import type { InvoiceRow } from '#domain/invoices/invoice';
import { useSession } from '../../../session/session.tsx';

/** IN-29: who raised an invoice; one's own are `Me`. */
export function useCreatorText({ id, name }: InvoiceRow['creator']): string {
  const { user } = useSession();
  return id === user.id ? 'Me' : name;
}
