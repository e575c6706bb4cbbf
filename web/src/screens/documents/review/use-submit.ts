import useSWR from 'swr';
import { templateFor } from '#domain/payment';
import type { PaymentTemplate } from '#domain/payment';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { readPaymentFlows } from '../calls.ts';
import type { StoredDocument } from '../document.ts';
import type { Bar } from './use-bar.ts';

/** DEC-72: payment flows are asked for again at most every five minutes. */
const rarely = { dedupingInterval: 300_000, revalidateOnFocus: false } as const;

/**
 * What Submit for Approval does. A payment goes through the flow of its bank account, else the show's default, or, where
 * the show wants that, through one that the submitter chooses (PA-15, DEC-44).
 */
export function useSubmit(document: StoredDocument, bar: Bar) {
  const { show, config } = useSession();
  const isPayment = document.docType === 'PAYMENT';
  const { data: flows } = useSWR<PaymentTemplate[]>(
    isPayment ? keys.lookup(show.id, 'payment-flows') : null,
    () => readPaymentFlows(show.id),
    rarely,
  );
  const proposed = isPayment && flows ? templateFor(flows, document.wire.bankAccountId) : null;
  const asks = isPayment && config.settings.approvalFlowPaymentSelectionEnabled;
  return {
    flows,
    proposed,
    submit: () => {
      if (asks) bar.ask('flow');
      else bar.submitThrough(proposed?.slug ?? null);
    },
  };
}
