import useSWR from 'swr';
import { templateFor } from '#domain/payments/payment';
import type { PaymentTemplate } from '#domain/payments/payment';
import { keys } from '../../../../keys.ts';
import { referenceDataOptions } from '../../../../refresh-interval.ts';
import { useToast } from '../../../../parts/overlays/toast.tsx';
import { useSession } from '../../../../session/session.tsx';
import { readPaymentFlows } from '../../calls.ts';
import type { StoredDocument } from '../../document.ts';
import { failed } from '../../messages.ts';
import type { Bar } from './use-action-bar.ts';

/**
 * What Submit for Approval does. A payment goes through the flow of its bank account, else the show's default, or, where
 * the show wants that, through one that the submitter chooses (PA-15, DEC-44).
 */
export function useSubmit(document: StoredDocument, bar: Bar) {
  const { show, config } = useSession();
  const flash = useToast();
  const isPayment = document.docType === 'PAYMENT';
  const asks = isPayment && config.settings.approvalFlowPaymentSelectionEnabled;
  const { data: flows, mutate } = useSWR<PaymentTemplate[]>(
    isPayment ? keys.lookup(show.id, 'payment-flows') : null,
    () => readPaymentFlows(show.id),
    { ...referenceDataOptions, onError: () => asks && flash('failure', failed.paymentFlows) },
  );
  const proposedOf = (known: readonly PaymentTemplate[] | undefined) =>
    isPayment && known ? templateFor(known, document.wire.bankAccountId) : null;
  const submit = async () => {
    if (asks) return bar.ask('flow');
    // Whoever is quicker than the list waits for it: the payment names its flow.
    const known = flows ?? (isPayment ? await mutate() : undefined);
    return bar.submitThrough(proposedOf(known)?.slug ?? null);
  };
  return { flows, proposed: proposedOf(flows), submit: () => void submit() };
}
