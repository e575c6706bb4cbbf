import { useMemo, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { InvoiceDraft } from '#domain/invoices/invoice';
import { emptyInvoiceDraft, invoiceDraftOf } from '#domain/invoices/invoice-draft';
import { emptyInvoiceLine, noOrderLine } from '#domain/invoices/invoice-line';
import { resolveReferences } from '#domain/relief/relief-reference';
import { useSession } from '../../session/session.tsx';
import { sharedForm } from '../document/model/draft.ts';
import { DocumentForm } from '../document/form.tsx';
import type { DocumentFormProps } from '../document/form.tsx';
import { toLineState } from '../document/lines/line-state.ts';
import { useLineContext } from '../document/lines/use-line-context.ts';
import { useDepartmentIssues } from './department.tsx';
import { DuplicateNotice } from './duplicate-notice.tsx';
import { InvoiceDetails } from './details-section.tsx';
import { invoiceFormDefinition } from './form-definition.ts';
import { invoiceLineEditor } from './line-editor.tsx';
import { ReliefTotalsProvider } from './relief-totals.tsx';
import { InvoiceTotal } from './total.tsx';
import { useRelief } from './use-relief.ts';
import type { Invoice } from '#domain/invoices/invoice-response';

type InvoiceFormProps = DocumentFormProps<InvoiceDraft, Invoice>;

/** Removes references that the user cannot see or remove: the server would refuse them forever (RL-08). */
function withoutReferences(draft: InvoiceDraft): InvoiceDraft {
  return {
    ...draft,
    lineItems: draft.lineItems.map((line) => ({ ...line, ...noOrderLine })),
  };
}

function useDraftForm({ stored, begin }: InvoiceFormProps) {
  const { config } = useSession();
  // The document when the form opened; later responses do not change the input.
  const [initial] = useState<InvoiceDraft>(() => {
    const fresh = () => ({ ...emptyInvoiceDraft(), lineItems: [emptyInvoiceLine(crypto.randomUUID())] });
    const draft = stored ? invoiceDraftOf(stored) : (begin ?? fresh());
    const shown = config.settings.purchaseOrderRelieveResources ? draft : withoutReferences(draft);
    return { ...shown, lineItems: toLineState(shown.lineItems) };
  });
  return useForm<InvoiceDraft>({ defaultValues: initial });
}

export function InvoiceForm(props: InvoiceFormProps) {
  const { stored } = props;
  const form = useDraftForm(props);
  const shared = sharedForm(form);
  const { context, chartNote } = useLineContext(shared, 0);
  const relief = useRelief(shared, stored?.id ?? null);
  const editor = useMemo(() => invoiceLineEditor(context, relief), [context, relief]);
  const orders = relief?.orders ?? null;
  const departmentIssues = useDepartmentIssues(form, relief, props.isApproverEdit);
  return (
    <ReliefTotalsProvider relief={relief} stored={stored} form={form}>
      <DocumentForm
        {...props}
        kind={invoiceFormDefinition}
        form={form}
        editor={editor}
        chartNote={chartNote}
        lockedLineCount={null}
        furtherIssues={() => [
          ...(orders ? resolveReferences(form.getValues('lineItems'), orders).issues : []),
          ...departmentIssues(),
        ]}
        renderDetails={(section) => (
          <>
            <InvoiceDetails
              form={form}
              section={section}
              currency={context.currency}
              relief={relief}
              isInApproval={props.isApproverEdit}
            />
            <DuplicateNotice form={form} invoiceId={stored?.id ?? null} />
          </>
        )}
        total={<InvoiceTotal form={form} currency={context.currency} />}
      />
    </ReliefTotalsProvider>
  );
}
