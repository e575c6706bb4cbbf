import type { Invoice } from '../../../../domain/invoices/invoice.ts';
import type { Payment } from '../../../../domain/payments/payment.ts';
import type { Session } from '../environment/product.ts';

type Decision = 'approval' | 'revision' | 'void' | 'deny';

const paths = { INVOICE: '/api/invoices', PAYMENT: '/api/payments' } as const;
interface Wire {
  INVOICE: Invoice;
  PAYMENT: Payment;
}

/** A decision at the step where the document is, and the document after it. */
export async function decideOn<Type extends keyof Wire>(
  { api }: Pick<Session, 'api'>,
  docType: Type,
  { id }: { id: string },
  decision: Decision = 'approval',
): Promise<Wire[Type]> {
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
  return api.get<Wire[Type]>(path);
}
