import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { TemplateType } from '#domain/document';
import type { PaymentTemplate } from '#domain/payments/payment';
import type { TemplateBankAccount, WorkflowTemplate } from '#domain/workflow/workflow-template';
import { keys } from '../../../keys.ts';
import { referenceDataOptions } from '../../../refresh-interval.ts';
import { useSession } from '../../../session/session.tsx';
import { readPaymentFlows } from '../../documents/calls.ts';
import { readApprovers, readBankAccounts, readFlows } from './calls.ts';
import type { Approver } from './calls.ts';

/** Every flow of the show that this person may see. */
export function useFlows() {
  const { show } = useSession();
  return useSWR<WorkflowTemplate[]>(keys.lookup(show.id, 'workflow-templates'), () => readFlows(show.id));
}

/** MG-27, DEC-72: after a write the show's flows are asked for again, the kept payment flows among them. */
export function useKeepFlow(): (saved: WorkflowTemplate) => void {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  return useCallback(
    (saved) => {
      void mutate(keys.lookup(show.id, 'workflow-template', saved.id), saved, { revalidate: false });
      for (const name of ['workflow-templates', 'payment-flows'])
        void mutate(keys.lookup(show.id, name), undefined, { revalidate: true });
      // It names the defaults.
      void mutate(keys.lookup(show.id, 'show'));
    },
    [mutate, show.id],
  );
}

/** Who may be put on a step (API-69); asked for anew with each form. */
export function useApprovers(type: TemplateType) {
  const { show } = useSession();
  return useSWR<Approver[]>(keys.lookup(show.id, 'approvers', type), () => readApprovers(show.id, type), {
    revalidateOnFocus: false,
  });
}

/** The bank accounts of the show, and the payment flow that each of them chooses so far (MG-27). */
export function useBankAccounts() {
  const { show } = useSession();
  const accounts = useSWR<TemplateBankAccount[]>(
    keys.lookup(show.id, 'bank-accounts'),
    () => readBankAccounts(show.id),
    referenceDataOptions,
  );
  const flows = useSWR<PaymentTemplate[]>(
    keys.lookup(show.id, 'payment-flows'),
    () => readPaymentFlows(show.id),
    referenceDataOptions,
  );
  return { accounts: accounts.data, flows: flows.data, isFailed: Boolean(accounts.error ?? flows.error) };
}
