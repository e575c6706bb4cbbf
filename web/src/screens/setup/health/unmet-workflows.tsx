import { Section } from '../managed-form/section.tsx';
import type { ShowHealth } from './use-health.ts';

/** Approval flows whose steps have too few approvers (DEC-23). */
export function UnmetWorkflows({ show }: { show: ShowHealth }) {
  if (show.unmetSteps.length === 0) return null;
  return (
    <Section
      title="Approval flows"
      text="These steps need more approvals than there are people who can give them. Documents wait there."
    >
      <ul aria-label="Flows with too few approvers" className="-my-2 divide-y divide-line">
        {show.unmetSteps.map(({ flowId, flow, step, department, approvalsNeeded, ableToApprove }) => (
          <li key={`${flowId} ${step} ${department ?? ''}`} className="py-2">
            <p className="font-medium">
              {flow}, {step}
              {department === null ? '' : `, ${department}`}
            </p>
            <p className="text-sm text-ink-muted">
              {`Needs ${approvalsNeeded}, and ${ableToApprove === 0 ? 'nobody' : ableToApprove} can approve.`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
