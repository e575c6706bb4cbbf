import type { Persona } from '#domain/document';
import { Card } from '../../../parts/page/card.tsx';
import { SimilarInvoices } from '../../../parts/display/similar-invoices.tsx';
import { reviewPath } from '../../documents/paths.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

/** Invoices that this one may duplicate, and why its number was accepted anyway (IN-32, IN-33). */
export function DuplicateCard(props: { invoice: Invoice; persona: Persona }) {
  const { invoice, persona } = props;
  const { similarInvoices, duplicateReason } = invoice;
  if (similarInvoices.length === 0 && duplicateReason === null) return null;
  return (
    <Card title="Possible Duplicate">
      <div className="grid gap-2">
        <SimilarInvoices similar={similarInvoices} hrefOf={(id) => reviewPath('INVOICE', id, persona)} />
        {duplicateReason === null ? null : (
          <p className="text-sm wrap-anywhere">
            <span className="font-medium">Saved with the number of another invoice: </span>
            {duplicateReason}
          </p>
        )}
      </div>
    </Card>
  );
}
