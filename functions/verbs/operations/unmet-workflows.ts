import { parseSettings } from '#domain/settings';
import { unmetSteps } from '#domain/workflow/unmet-workflows';
import type { readActiveMembersOf } from '#store/directory/users';
import type { readWorkflowHealth } from '#store/show/approval/workflow-health';
import type { UnmetStep } from '#domain/workflow/workflow-template-response';

type Rows = Awaited<ReturnType<typeof readWorkflowHealth>>;
type Members = Awaited<ReturnType<typeof readActiveMembersOf>>;

/** The steps of one show's workflow templates that too few members can approve (DEC-23). */
export function unmetStepsOf(
  showId: string,
  { steps, approvers, members, settings }: Rows,
  allMembers: Members,
): UnmetStep[] {
  const own = <Of extends { showId: string }>(rows: readonly Of[]) =>
    rows.filter((row) => row.showId === showId);
  const departments = [...Map.groupBy(own(members), ({ departmentId }) => departmentId).values()].map(
    (rows) => ({ name: rows[0]?.name ?? '', memberIds: rows.map(({ userId }) => userId) }),
  );
  const stored = parseSettings(own(settings)[0]?.settings);
  const stepRows = own(steps).map((step) => ({
    ...step,
    approverIds: approvers.filter(({ stepId }) => stepId === step.stepId).map(({ userId }) => userId),
  }));
  return unmetSteps(stepRows, own(allMembers), departments, {
    invoices: stored.invoiceModuleVisible,
    payments: stored.paymentModuleVisible,
  });
}
