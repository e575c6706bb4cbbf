import { useCallback } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import type { TemplateType } from '#domain/document';
import { keys, referenceDataOptions } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { readPaymentWorkflows } from '../../documents/calls.ts';
import { readApprovers, readBankAccounts, readWorkflows } from './calls.ts';
import type { Approver } from './calls.ts';
import type { PaymentTemplate } from '#domain/payments/payment-response';
import type { TemplateBankAccount, WorkflowTemplate } from '#domain/workflow/workflow-template-response';

/** All approval flows that the user may see. */
export function useWorkflows() {
  const { show } = useSession();
  return useSWR<WorkflowTemplate[]>(keys.lookup(show.id, 'workflow-templates'), () => readWorkflows(show.id));
}

/** Stores a saved flow and refreshes the flows of the show, including the cached payment flows (MG-27, DEC-72). */
export function useStoreWorkflow(): (saved: WorkflowTemplate) => void {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  return useCallback(
    (saved) => {
      void mutate(keys.lookup(show.id, 'workflow-template', saved.id), saved, { revalidate: false });
      for (const name of ['workflow-templates', 'payment-flows'])
        void mutate(keys.lookup(show.id, name), undefined, { revalidate: true });
      // The show's details name the default flows.
      void mutate(keys.lookup(show.id, 'show'));
    },
    [mutate, show.id],
  );
}

/** The users who may be approvers of a step. Refreshed with each form (API-69). */
export function useApprovers(type: TemplateType) {
  const { show } = useSession();
  return useSWR<Approver[]>(keys.lookup(show.id, 'approvers', type), () => readApprovers(show.id, type), {
    revalidateOnFocus: false,
  });
}

/** The bank accounts of the show, and the payment flows, which name the accounts they are used for (MG-27). */
export function useBankAccounts() {
  const { show } = useSession();
  const accounts = useSWR<TemplateBankAccount[]>(
    keys.lookup(show.id, 'bank-accounts'),
    () => readBankAccounts(show.id),
    referenceDataOptions,
  );
  const workflows = useSWR<PaymentTemplate[]>(
    keys.lookup(show.id, 'payment-flows'),
    () => readPaymentWorkflows(show.id),
    referenceDataOptions,
  );
  return {
    accounts: accounts.data,
    workflows: workflows.data,
    isFailed: Boolean(accounts.error ?? workflows.error),
  };
}
