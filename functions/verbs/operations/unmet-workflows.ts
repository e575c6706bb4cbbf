import { parseSettings } from '#domain/settings';
import { unmetSteps } from '#domain/workflow/unmet-workflows';
import type { UnmetStep } from '#domain/workflow/unmet-workflows';
import type { readActiveMembersOf } from '#store/directory/users';
import type { readFlowHealth } from '#store/show/approval/workflow-health';

type Rows = Awaited<ReturnType<typeof readFlowHealth>>;
type Members = Awaited<ReturnType<typeof readActiveMembersOf>>;

/** The steps of one show's flows that too few of its members can approve (DEC-23). */
export function unmetFlowsOf(
  showId: string,
  { steps, approvers, members, settings }: Rows,
  everybody: Members,
): UnmetStep[] {
  const own = <Of extends { showId: string }>(rows: readonly Of[]) =>
    rows.filter((row) => row.showId === showId);
  const departments = [...Map.groupBy(own(members), ({ departmentId }) => departmentId).values()].map(
    (rows) => ({ name: rows[0]?.name ?? '', memberIds: rows.map(({ userId }) => userId) }),
  );
  const stored = parseSettings(own(settings)[0]?.settings);
  const listed = own(steps).map((step) => ({
    ...step,
    approverIds: approvers.filter(({ stepId }) => stepId === step.stepId).map(({ userId }) => userId),
  }));
  return unmetSteps(listed, own(everybody), departments, {
    invoices: stored.invoiceModuleVisible,
    payments: stored.paymentModuleVisible,
  });
}
