import { useSession } from '../../../session/session.tsx';
import type { InvoiceRow } from '#domain/invoices/invoice-response';

/** The creator of an invoice, or `Me` for the current user (IN-29). */
export function useCreatorText({ id, name }: InvoiceRow['creator']): string {
  const { user } = useSession();
  return id === user.id ? 'Me' : name;
}
