import { BudgetDecision } from '../../../parts/display/budget-decision.tsx';
import { Card } from '../../../parts/page/card.tsx';
import type { StoredDocument } from '../document.ts';

/** Why the submitter took it over budget (BUD-31). */
function Reason({ document: { workflow } }: { document: StoredDocument }) {
  return workflow?.budgetReason ? (
    <p className="pt-2 text-sm text-pretty wrap-anywhere">
      <span className="font-medium">Reason over budget: </span>
      {workflow.budgetReason}
    </p>
  ) : null;
}

/** The budget of a document in approval, and why it is over it (BUD-26, BUD-31). */
export function BudgetCard({ document }: { document: StoredDocument }) {
  const budget = document.docType === 'PAYMENT' ? undefined : document.wire.budget;
  if (!budget && !document.workflow?.budgetReason) return null;
  return (
    <Card>
      {budget ? <BudgetDecision budget={budget} /> : null}
      <Reason document={document} />
    </Card>
  );
}
