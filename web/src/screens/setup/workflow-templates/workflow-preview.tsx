import { useState } from 'react';
import { levelsOf } from '#domain/workflow/final-order';
import { placeOverBudget } from '#domain/budget/over-budget';
import { stepReason } from '#domain/workflow/approval-route';
import { finalOrderFor } from '#domain/workflow/workflow';
import { ApprovalTrack } from '../../../parts/display/approval-track.tsx';
import { Card } from '../../../parts/page/card.tsx';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { MoneyField } from '../../../parts/fields/money-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { words } from '../../../words.ts';
import { stepsOf } from './workflow-draft.ts';
import type { WorkflowDraft } from './workflow-draft.ts';
import type { Workflow } from '#domain/workflow/workflow-response';

/**
 * The steps for a document of this total, up to the final one (DEC-20). Those over budget are shown for a document over
 * budget, and without a total (BUD-31). Null if no step covers the total.
 */
function previewWorkflow(
  draft: WorkflowDraft,
  totalCents: number | null,
  isOverBudget: boolean,
): Workflow | null {
  const all = stepsOf(draft).map((step, index) => ({
    ...step,
    order: index + 1,
    approvers: draft.steps[index]?.approvers ?? [],
  }));
  const applying = all.filter(({ overBudget }) => !overBudget || isOverBudget || totalCents === null);
  const steps =
    totalCents === null ? applying : placeOverBudget(applying, finalOrderFor(levelsOf(applying), totalCents));
  const last = totalCents === null ? steps.length : finalOrderFor(steps, totalCents);
  if (last === null) return null;
  return {
    id: 'preview',
    currentStep: null,
    steps: steps
      .filter(({ order }) => order <= last)
      .map(({ order, name, kind, amountLimitCents, approvalsNeeded, approvers, overBudget = null }) => ({
        ...stepReason({ order, kind, amountLimitCents, overBudget }, steps),
        id: String(order),
        order,
        name,
        kind,
        status: 'PENDING',
        approvalsNeeded,
        isFinal: order === last,
        missingApprovers: [],
        approvers: approvers.map(({ userId, name: approverName, initials }) => ({
          userId,
          name: approverName,
          initials,
          hasApproved: false,
        })),
      })),
  };
}

/** A preview of the flow as an approval track, for a total that the user can enter. */
export function WorkflowPreview(props: { draft: WorkflowDraft }) {
  const { draft } = props;
  const { user } = useSession();
  const [totalCents, setTotalCents] = useState<number | null>(null);
  const [isOverBudget, setOverBudget] = useState(false);
  const path = previewWorkflow(draft, totalCents, isOverBudget);
  return (
    <div className="md:sticky md:top-5 md:self-start">
      <Card title="Preview">
        <div className="grid gap-4">
          <MoneyField
            label="Total of a document"
            hint="Shows the steps a document with this total goes through."
            placeholder="Any"
            currency=""
            cents={totalCents}
            onChange={setTotalCents}
          />
          {totalCents !== null && draft.steps.some(({ overBudget }) => overBudget) ? (
            <Checkbox
              label="Takes an account over budget"
              isSelected={isOverBudget}
              onChange={setOverBudget}
            />
          ) : null}
          {path ? (
            <ApprovalTrack workflow={path} meId={user.id} isPlan />
          ) : (
            <p className="text-sm text-caution">{words.POS_NO_VALID_WORKFLOW_STEP}</p>
          )}
        </div>
      </Card>
    </div>
  );
}
