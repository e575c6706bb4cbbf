import useSWR from 'swr';
import { templateFor } from '#domain/payments/payment';
import { keys, referenceDataOptions } from '../../../../keys.ts';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { useSession } from '../../../../session/session.tsx';
import { readPaymentWorkflows } from '../../calls.ts';
import type { StoredDocument } from '../../document.ts';
import { failureTexts } from '../../messages.ts';
import type { ActionBarState } from './use-action-bar.ts';
import type { PaymentTemplate } from '#domain/payments/payment-response';

/**
 * Submit for Approval. A payment uses the flow of its bank account, else the show's default or, if the show is set up
 * that way, one that the submitter chooses (PA-15, DEC-44).
 */
export function useSubmit(document: StoredDocument, bar: ActionBarState) {
  const { show, config } = useSession();
  const flash = useToast();
  const isPayment = document.docType === 'PAYMENT';
  const choosesWorkflow = isPayment && config.settings.approvalFlowPaymentSelectionEnabled;
  const { data: workflows, mutate } = useSWR<PaymentTemplate[]>(
    isPayment ? keys.lookup(show.id, 'payment-flows') : null,
    () => readPaymentWorkflows(show.id),
    {
      ...referenceDataOptions,
      onError: () => choosesWorkflow && flash('failure', failureTexts.paymentWorkflows),
    },
  );
  const proposedOf = (available: readonly PaymentTemplate[] | undefined) =>
    isPayment && available ? templateFor(available, document.wire.bankAccountId) : null;
  const submit = async () => {
    if (choosesWorkflow) return bar.openDialog('flow');
    // Waits for the list if it has not loaded yet, because the request names the flow.
    const available = workflows ?? (isPayment ? await mutate() : undefined);
    return bar.submitThrough(proposedOf(available)?.slug ?? null);
  };
  return { workflows, proposed: proposedOf(workflows), submit: () => void submit() };
}
