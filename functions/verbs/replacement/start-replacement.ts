import { Refusal } from '#domain/codes';
import { templateTypeOf } from '#domain/document';
import { flowStepAfter } from '#domain/replacement/replacement';
import type { Replacement } from '#domain/replacement/replacement-response';
import { overBudgetOf } from '#domain/budget/over-budget';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import type { ShowMember } from '#store/directory/users';
import { errorText, violatesConstraint } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { readInOneTrip } from '#store/d1/query';
import type { PlanRows } from '#store/d1/query';
import { changeTemplate, replaceSteps } from '#store/show/approval/workflow-templates';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { replacementViewQuery, startReplacement } from '#store/show/replacement/replacements';
import type { ReplacementRow } from '#store/show/replacement/replacements';
import { templatesPlan } from '#verbs/approval/view-workflow-template';
import type { TemplateRows } from '#verbs/approval/view-workflow-template';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import type { OutboxRow, ReplaceApproverJob } from '#verbs/outbox/jobs';
import { publishShowChange } from '#verbs/realtime/publish-changes';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { requireReplacement } from './preview-replacement.ts';
import { readReplacement, viewReplacement } from './view-replacement.ts';

/** Attempts while other administrators change flows at the same time. */
const maxAttempts = 4;

export const startPlan = (member: Pick<MembershipContext, 'store' | 'directory'>, id: string) => ({
  ...templatesPlan(member),
  view: replacementViewQuery(member.store, id),
});
type StartRows = PlanRows<typeof startPlan>;

/**
 * Starts a previewed replacement, or one that failed: the flows change at once, the documents in jobs (REPL-04). One
 * that runs or is done stays as it is. Throws `NOT_FOUND`, `FORBIDDEN`, `invalid_parameter` when the new approver can no
 * longer approve, and `WORKFLOW_CONFLICT` while another replacement of the same user runs.
 */
export async function startReplacementRun(context: RequestContext, rows: StartRows): Promise<Replacement> {
  let current = rows;
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const before = viewReplacement(context, current);
    const row = current.view?.replacement;
    if (!row || row.state === 'RUNNING' || row.state === 'DONE') return before;
    const replacement = current.people.find(({ id }) => id === row.replacementId);
    requireReplacement(context, replacement);
    const job = jobOf(context, row);
    try {
      await context.store.write([
        startReplacement(
          context.store,
          row.id,
          { id: context.user.id, name: fullName(context.user) },
          context.now,
        ),
        ...flowWrites(context, row, replacement, current),
        ...insertOutbox(context.store, [job]),
      ]);
      context.runAfterResponse(publishShowChange(context.env, context.show.id));
      context.runAfterResponse(dispatchNewJobs(context.env, [job]));
      return await readReplacement(context, row.id);
    } catch (error) {
      if (violatesConstraint(error, 'UNIQUE', 'replacements'))
        throw new Refusal('WORKFLOW_CONFLICT', {
          message: `Another replacement of ${row.formerName} is in progress.`,
        });
      if (!/constraint failed: (workflow_template|replacements\.state)/.test(errorText(error))) throw error;
      current = await readInOneTrip(startPlan(context, row.id));
    }
  }
  throw new Refusal('WORKFLOW_CONFLICT');
}

function jobOf({ newId, show, now }: RequestContext, { id }: ReplacementRow): OutboxRow {
  const payload: ReplaceApproverJob = { kind: 'replace-approver', replacementId: id };
  const effectKey = `${payload.kind}:${id}:${now}`;
  return { id: newId(), showId: show.id, kind: payload.kind, payload, effectKey, createdAt: now };
}

/** The new versions of the flows that change. A flow that another administrator saved meanwhile fails the batch. */
function flowWrites(
  { store, newId }: RequestContext,
  { formerId, templateId, types, ...row }: ReplacementRow,
  replacement: ShowMember,
  { set }: TemplateRows,
): Write[] {
  const people = {
    formerId,
    replacement: { userId: row.replacementId, name: row.replacementName, initials: row.replacementInitials },
  };
  return set.templates
    .filter((template) => types.some((type) => templateTypeOf[type] === template.templateType))
    .filter(({ id }) => (templateId ?? id) === id)
    .flatMap((template) => {
      const mayApprove = isEligibleApprover(replacement, template.templateType);
      const steps = template.steps.map((step) => ({
        ...flowStepAfter(step, people, mayApprove),
        overBudget: overBudgetOf(step),
        id: newId(),
      }));
      const isChanged = steps.some(
        ({ approverIds, backupId }, n) =>
          backupId !== template.steps[n]?.backupId ||
          approverIds.join() !== template.steps[n]?.approverIds.join(),
      );
      if (!isChanged) return [];
      const { id, changeRule: rule, changePercentHundredths: percentHundredths } = template;
      const change = { rule, percentHundredths };
      return [changeTemplate(store, template, { ...template, change }), ...replaceSteps(store, id, steps)];
    });
}
