import { inApproval } from '#domain/document';
import { Refusal } from '#domain/codes';
import { flowChange } from '#domain/workflow/workflow-change';
import { decide } from '#domain/lifecycle/lifecycle';
import type { Actor } from '#domain/lifecycle/subject';
import { parseSettings } from '#domain/settings';
import { log } from '#edges/log';
import { memberQuery } from '#store/directory/members';
import type { UserRow } from '#store/directory/sessions';
import { peopleQuery } from '#store/directory/users';
import { directoryOf } from '#store/d1/open';
import { readInOneTrip, read } from '#store/d1/query';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { templateQuery } from '#store/show/approval/read-default-template';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { documentDepartmentQuery, showContextQuery } from '#store/show/management/read-show-context';
import { readOutdated } from '#store/show/approval/workflow-templates';
import { accountingActor } from '#verbs/lifecycle/accounting-actor';
import { apply, maxAttempts } from '#verbs/lifecycle/apply-change';
import { freshId, fullName } from '#verbs/request/context';
import type { JobContext } from '#verbs/outbox/job-context';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import type { RestartWorkflowJob } from '#verbs/outbox/jobs';
import { subjectOf } from '#verbs/lifecycle/subject';
import { workflowPlanInput } from './plan-workflow.ts';
import { publishDocumentChanges } from '#verbs/realtime/publish-document-change';

/** Documents an errand: each takes some 25 queries, and one run of a Worker has 1,000. */
export const restartBatchSize = 20;

/**
 * Takes the documents in approval on an older version of a flow to the first of its new steps (DEC-65), each in a change
 * of its own, signed by the administrator who asked for it; what is too much for one errand is left to another. May be
 * repeated: one that has begun anew is passed over. One that meanwhile has no place in the new steps finishes on its
 * copy. Throws while one is changed by others again and again.
 */
export async function restartFlow(
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
  const place = { after: job.after ?? '', limit: restartBatchSize };
  const ids = await readOutdated(store, { id, version }, place);
  for (const documentId of ids)
    await restart(jobContext, job, user, parseSettings(settings?.settings), documentId);
  const last = ids.at(-1);
  if (last && ids.length === restartBatchSize)
    await enqueueContinuation(jobContext, { ...job, after: last }, entry);
}

/** The right was asked when the flow was changed; the deed is the system's, under the administrator's name. */
function actorFor(user: UserRow): Actor {
  return { ...accountingActor, userId: user.id, name: fullName(user) };
}

async function restart(
  { env, store, show, now }: JobContext,
  { templateId, version }: RestartWorkflowJob,
  user: UserRow,
  settings: ReturnType<typeof parseSettings>,
  documentId: string,
): Promise<void> {
  // A new beginning is no event of the history, and nobody outside is told of it.
  const context = { env, store, user, now, settings, webhooks: [], newId: () => freshId(show.id) };
  const actor = actorFor(user);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const {
      subject: rows,
      template,
      department,
      people,
    } = await readInOneTrip({
      ...subjectPlan({ store }, documentId),
      template: templateQuery(store, templateId),
      department: documentDepartmentQuery(store, documentId),
      people: peopleQuery(directoryOf(env, store.showId)),
    });
    if (!rows?.workflow || !inApproval(rows.document.status)) return;
    if (rows.workflow.templateId !== templateId || rows.workflow.templateVersion >= version) return;
    const input = workflowPlanInput(context, people, department.memberIds, template);
    try {
      const change = decide(subjectOf(rows), 'restart', actor, settings, input);
      if (change.kind !== 'CHANGE') throw new Error('a restart is never already done');
      const former = template && { name: template.name, version: rows.workflow.templateVersion };
      const content = { stamp: rows.document, changes: flowChange(former, template) };
      const applied = await apply(context, rows, actor, change, { content });
      if (!applied) continue;
      await publishDocumentChanges({ env, store }, [{ before: rows, audience: applied.audience }]);
      await dispatchJobs(env, store.db, applied.outbox, now);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'show_is_moving') throw error;
      log('warn', 'document not restarted', { show: show.id, document: documentId, cause: error.code });
    }
    return;
  }
  throw new Error('a document was changed too often to begin anew');
}
