import { Refusal } from '#domain/codes';
import { inApproval, templateTypeOf } from '#domain/document';
import { decide } from '#domain/lifecycle/decide';
import type { DecideInput } from '#domain/lifecycle/change';
import type { RunningCover } from '#domain/cover/cover';
import { parseSettings } from '#domain/settings';
import type { Settings } from '#domain/settings';
import { parseSubscriptions } from '#domain/webhooks/webhook';
import type { Subscription } from '#domain/webhooks/webhook';
import { dueReminder, nextReminderAt } from '#domain/workflow/step-reminders';
import { lacksVoters } from '#domain/workflow/vote';
import { isEligibleApprover } from '#domain/workflow/workflow-template';
import { log } from '#edges/log';
import { showMembersQuery } from '#store/directory/users';
import type { ShowMember } from '#store/directory/users';
import { directoryOf } from '#store/d1/open';
import type { ShowStore } from '#store/d1/open';
import { read, readInOneTrip } from '#store/d1/query';
import {
  readDocumentsToRemind,
  readShowsToRemind,
  setReminderDue,
} from '#store/show/approval/step-reminders';
import type { SubjectRows } from '#store/show/documents/read-document';
import { documentDepartmentQuery, showContextQuery } from '#store/show/management/read-show-context';
import { enqueueJobs } from '#store/show/outbox/outbox';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import { commitChange, maxAttempts } from '#verbs/lifecycle/prepare-change';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { applicationActor, subjectOf } from '#verbs/lifecycle/subject';
import { dispatchJobs } from '#verbs/outbox/dispatch';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import type { JobContext } from '#verbs/outbox/job-context';
import type { RemindApproversJob } from '#verbs/outbox/jobs';
import { after } from '#verbs/outbox/lease';
import { publishDocumentChanges } from '#verbs/realtime/publish-changes';
import { freshId, fullName } from '#verbs/request/context';

/** Documents per job: each takes some 25 queries, and one run of a Worker has 1,000. */
export const reminderBatchSize = 20;

/** How long a document that cannot be reminded of is left alone. */
const retryMs = 60 * 60_000;

/**
 * Queues a job for each show of the shard with documents that are due. The earliest of their times and the hour are the
 * key of the job, so that the sweep does not queue another one while it runs. Returns the number of shows.
 */
export async function queueReminders(env: Env, { db }: ShowStore, now: string): Promise<number> {
  const shows = await readShowsToRemind(db, now);
  if (shows.length === 0) return 0;
  const payload: RemindApproversJob = { kind: 'remind-approvers' };
  const jobs = shows.map(({ showId, dueAt }) => ({
    id: freshId(showId),
    showId,
    kind: payload.kind,
    payload,
    effectKey: `${payload.kind}:${showId}:${dueAt}:${now.slice(0, 13)}`,
  }));
  const added = await enqueueJobs(db, jobs, now);
  await dispatchJobs(env, db, added, now);
  return added.length;
}

/** What the reminders of a show are decided by. */
interface ReminderContext extends JobContext {
  settings: Settings;
  webhooks: readonly Subscription[];
  covers: readonly RunningCover[];
  people: readonly ShowMember[];
}

/**
 * Reminds the approvers of documents that have waited for the working days of their step, and adds its backup approver
 * (NUDGE-05, NUDGE-06). May be repeated and may run late: a document stores what was sent in the change that sends it.
 */
export async function remindApprovers(
  context: JobContext,
  job: RemindApproversJob,
  entry: OutboxEntry,
): Promise<void> {
  const { env, store, now } = context;
  const ids = await readDocumentsToRemind(store, now, reminderBatchSize);
  if (ids.length === 0) return;
  const [{ settings, covers }, people] = await Promise.all([
    read(showContextQuery(store, applicationActor().userId)),
    read(showMembersQuery(directoryOf(env, store.showId))),
  ]);
  const reminders = {
    ...context,
    settings: parseSettings(settings?.settings),
    webhooks: parseSubscriptions(settings?.webhooks),
    covers,
    people,
  };
  for (const id of ids) await remindOfDocument(reminders, id);
  if (ids.length === reminderBatchSize) await enqueueContinuation(context, job, entry);
}

/** A document that cannot be read or decided is logged and tried again later: it does not stop the others. */
async function remindOfDocument(context: ReminderContext, id: string): Promise<void> {
  const { store, show, now } = context;
  try {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) if (await sendDue(context, id)) return;
    throw new Error('a document was changed too often to remind its approvers');
  } catch (error) {
    if (error instanceof Refusal && error.code === 'show_is_moving') throw error;
    log('error', 'approvers not reminded', { show: show.id, document: id }, error);
    await setReminderDue(store, id, after(now, retryMs));
  }
}

/** Sends what is due, or sets the time at which it will be. Returns false when another writer was first. */
async function sendDue(context: ReminderContext, id: string): Promise<boolean> {
  const { env, store, show, now, settings, webhooks, covers } = context;
  const { subject: rows, department } = await readInOneTrip({
    ...subjectPlan({ store }, id),
    department: documentDepartmentQuery(store, id),
  });
  if (!rows) return true;
  const { document } = rows;
  const current = rows.steps.find((one) => one.id === document.currentStepId);
  const subject = subjectOf(rows, { covers, now, settings });
  const isShort = subject.instance !== null && lacksVoters(subject.instance);
  const step = inApproval(document.status) && current ? { ...current, lacksVoters: isShort } : undefined;
  const action = step ? dueReminder(step, document, now, settings) : null;
  if (!step || action === null) {
    const dueAt = step ? nextReminderAt(step, document, settings) : null;
    await setReminderDue(store, id, dueAt, document.version);
    return true;
  }
  const actor = applicationActor();
  const decision = decide(subject, action, actor, settings, {
    at: now,
    escalation: escalationOf(context, rows, step.backupId, department.memberIds),
  });
  if (decision.kind !== 'CHANGE') throw new Error('a reminder is never already done');
  const writer = { env, store, now, settings, webhooks, user: { id: actor.userId } };
  const newId = () => freshId(show.id);
  const newContent = { stamp: document };
  const committed = await commitChange({ ...writer, newId }, rows, actor, decision, { newContent });
  if (!committed) return false;
  await publishDocumentChanges({ env, store }, [{ before: rows, audience: committed.audience }]);
  await dispatchJobs(env, store.db, committed.outbox, now);
  return true;
}

/** The backup approver of a step, the users who decide whether they may approve, and the Show Admins to notify. */
function escalationOf(
  { people }: ReminderContext,
  { document }: SubjectRows,
  backupId: string | null,
  departmentMemberIds: readonly string[],
): NonNullable<DecideInput['escalation']> {
  const active = people.filter(({ isActive }) => isActive);
  const type = templateTypeOf[document.type];
  const personOf = (person: ShowMember) => ({ userId: person.id, name: fullName(person) });
  const backup = people.find(({ id }) => id === backupId);
  return {
    backup: backup ? { ...personOf(backup), initials: backup.initials } : null,
    people: {
      activeUserIds: active.map(({ id }) => id),
      approverIds: active.filter((person) => isEligibleApprover(person, type)).map(({ id }) => id),
      departmentMemberIds,
    },
    admins: active.filter(({ role }) => role === 'Show Admin').map(personOf),
  };
}
