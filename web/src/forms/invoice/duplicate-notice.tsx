import { useMemo } from 'react';
import { useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { Copy } from 'lucide-react';
import useSWR from 'swr';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import type { SimilarBody } from '#domain/invoices/similar-invoice';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { SimilarInvoices } from '../../parts/display/similar-invoices.tsx';
import { useDebounced } from '../../parts/hooks/use-debounced.ts';
import { useSession } from '../../session/session.tsx';
import type { SimilarInvoice } from '#domain/invoices/invoice-response';

/** Debounce time, enough to type a number. */
const debounceMs = 500;

const watched = ['number', 'vendor', 'amount', 'currency', 'date', 'attachments'] as const;

/** The compared part of the draft; null while it cannot match anything. */
function comparedOf(
  [number, vendor, amount, currency, date, attachments]: readonly [
    InvoiceDraft['number'],
    InvoiceDraft['vendor'],
    InvoiceDraft['amount'],
    InvoiceDraft['currency'],
    InvoiceDraft['date'],
    InvoiceDraft['attachments'],
  ],
  id: string | null,
): SimilarBody | null {
  const files = (attachments ?? []).filter(({ shouldDelete }) => !shouldDelete);
  const attachmentIds = files.map(({ attachmentId }) => attachmentId);
  const hasVendor = vendor !== null && (vendor.id !== null || vendor.tempVendorId !== null);
  const isComparable = hasVendor && (number.trim() !== '' || (amount !== null && date !== ''));
  if (!isComparable && attachmentIds.length === 0) return null;
  const vendorId = vendor?.isTemporary ? null : (vendor?.id ?? null);
  return {
    id,
    number,
    vendorId,
    tempVendorId: vendor?.tempVendorId ?? null,
    amount,
    currency,
    date,
    attachmentIds,
  };
}

/** Shows possible duplicates while an invoice is entered. It blocks nothing (IN-33). */
export function DuplicateNotice(props: { form: UseFormReturn<InvoiceDraft>; invoiceId: string | null }) {
  const { show } = useSession();
  const values = useWatch({ control: props.form.control, name: watched });
  const json = JSON.stringify(comparedOf(values, props.invoiceId));
  const debouncedJson = useDebounced(json, debounceMs);
  const body = useMemo(() => JSON.parse(debouncedJson) as SimilarBody | null, [debouncedJson]);
  const { data = [] } = useSWR<SimilarInvoice[]>(
    body ? keys.similarInvoices(show.id, debouncedJson) : null,
    () => ask(api.api.invoices.similar.$post({ json: { ...body, showId: show.id } })),
    { keepPreviousData: true },
  );
  const similar = body ? data : [];
  return (
    <div role="status">
      {similar.length > 0 ? (
        <section
          aria-label="Possible duplicate"
          className="flex gap-3 rounded-lg border border-line bg-info-soft px-4 py-2.5"
        >
          <Copy aria-hidden className="mt-0.5 size-4 shrink-0 text-info" />
          <div className="grid min-w-0 gap-1">
            <p className="font-medium">This invoice may be a duplicate.</p>
            <SimilarInvoices similar={similar} hrefOf={(id) => `/invoice/review/${id}/creator`} inNewTab />
          </div>
        </section>
      ) : null}
    </div>
  );
}
