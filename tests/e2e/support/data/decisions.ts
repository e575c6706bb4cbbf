import type { Session } from '../environment/product.ts';
import type { Invoice } from '#domain/invoices/invoice-response';
import type { Payment } from '#domain/payments/payment-response';

type Decision = 'approval' | 'revision' | 'void' | 'deny';

const paths = { INVOICE: '/api/invoices', PAYMENT: '/api/payments' } as const;
interface DocumentOf {
  INVOICE: Invoice;
  PAYMENT: Payment;
}

/** Decides on the document at its current step. Returns the document after the decision. */
export async function decideOn<Type extends keyof DocumentOf>(
  { api }: Pick<Session, 'api'>,
  docType: Type,
  { id }: { id: string },
  decision: Decision = 'approval',
): Promise<DocumentOf[Type]> {
  const path = `${paths[docType]}/${id}`;
  const { showId, workflow } = await api.get<Invoice | Payment>(path);
  const workflowStepId = workflow?.currentStep?.id;
  await api.post(`/api/workflows/${decision}`, {
    docId: id,
    docType,
    showId,
    workflowStepId,
    reason: 'Because',
  });
  return api.get<DocumentOf[Type]>(path);
}
