import { inApproval } from '#domain/document';
import { Refusal } from '#domain/codes';
import { overrunsOf } from '#domain/budget/overrun';
import { describeWorkflowChange } from '#domain/history/workflow-change';
import { decide } from '#domain/lifecycle/decide';
import type { Actor } from '#domain/lifecycle/subject';
import { parseSettings } from '#domain/settings';
import { log } from '#edges/log';
import { memberQuery } from '#store/directory/members';
import type { UserRow } from '#store/directory/sessions';
import { affectedAccountsQuery } from '#store/show/budget/decision';
import { approvedStepsQuery } from '#store/show/purchase-orders/read-approved-steps';
import { showMembersQuery } from '#store/directory/users';
import { directoryOf } from '#store/d1/open';
import { readInOneTrip, read } from '#store/d1/query';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { templateQuery } from '#store/show/approval/read-default-template';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { documentDepartmentQuery, showContextQuery } from '#store/show/management/read-show-context';
import { readOutdated } from '#store/show/approval/workflow-templates';
import { accountingActor, subjectOf } from '#verbs/lifecycle/subject';
import { commitChange, maxAttempts } from '#verbs/lifecycle/prepare-change';
import { freshId, fullName } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { RestartWorkflowJob } from '#verbs/outbox/jobs';
import { workflowPlanInput } from './plan-workflow.ts';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';

/** Documents per job: each takes some 25 queries, and one run of a Worker has 1,000. */
export const restartBatchSize = 20;

/**
 * Moves the documents in approval on an older version of a workflow to the first of its new steps, each in a change of
 * its own, signed by the administrator who requested it. The next job continues after `restartBatchSize` documents. Can
 * be repeated: a document that has restarted is skipped. A document that has no place in the new steps finishes on its
 * copy. Throws when a document keeps changing meanwhile (DEC-65).
 */
export async function restartWorkflow(
  jobContext: JobContext,
  job: RestartWorkflowJob,
  entry: OutboxEntry,
): Promise<void> {
  const { env, store } = jobContext;
  const [member, { settings }] = await Promise.all([
    read(memberQuery(directoryOf(env, store.showId), job.actorId)),
    read(showContextQuery(store, job.actorId)),
  ]);
  if (!member) return;
  const { user } = member;
  const { templateId: id, version } = job;
  const page = { after: job.after ?? '', limit: restartBatchSize };
  const ids = await readOutdated(store, { id, version }, page);
  for (const documentId of ids)
    await restartDocument(jobContext, job, user, parseSettings(settings?.settings), documentId);
  const last = ids.at(-1);
  if (last && ids.length === restartBatchSize)
    await enqueueContinuation(jobContext, { ...job, after: last }, entry);
}

/** The permission was checked when the workflow was changed. The system acts under the administrator's name. */
function actorFor(user: UserRow): Actor {
  return { ...accountingActor, userId: user.id, name: fullName(user) };
}

async function restartDocument(
  { env, store, show, now }: JobContext,
  { templateId, version }: RestartWorkflowJob,
  user: UserRow,
  settings: ReturnType<typeof parseSettings>,
  documentId: string,
): Promise<void> {
  // A restart is no event of the history, and webhooks do not receive it.
  const context = { env, store, user, now, settings, webhooks: [], newId: () => freshId(show.id) };
  const actor = actorFor(user);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const {
      subject: rows,
      template,
      department,
      people,
      versions,
      affected,
    } = await readInOneTrip({
      ...subjectPlan({ store }, documentId),
      template: templateQuery(store, templateId),
      department: documentDepartmentQuery(store, documentId),
      people: showMembersQuery(directoryOf(env, store.showId)),
      versions: approvedStepsQuery(store, documentId),
      affected: affectedAccountsQuery(store, documentId),
    });
    if (!rows?.workflow || !inApproval(rows.document.status)) return;
    if (rows.workflow.templateId !== templateId || rows.workflow.templateVersion >= version) return;
    const facts = { approvedVersions: versions, overruns: overrunsOf(affected) };
    const input = workflowPlanInput(context, people, department.memberIds, template, facts);
    try {
      const change = decide(subjectOf(rows), 'restart', actor, settings, input);
      if (change.kind !== 'CHANGE') throw new Error('a restart is never already done');
      const former = template && { name: template.name, version: rows.workflow.templateVersion };
      const newContent = { stamp: rows.document, changes: describeWorkflowChange(former, template) };
      const committed = await commitChange(context, rows, actor, change, { newContent });
      if (!committed) continue;
      await publishDocumentChanges({ env, store }, [{ before: rows, audience: committed.audience }]);
      await dispatchJobs(env, store.db, committed.outbox, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'show_is_moving') throw error;
      log('warn', 'workflow not restarted', { show: show.id, document: documentId, cause: error.code });
    }
    return;
  }
  throw new Error('a document was changed too often to begin anew');
}
