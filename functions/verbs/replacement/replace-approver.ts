import type { StepReplacement } from '#domain/replacement/replacement';
import { parseSettings } from '#domain/settings';
import type { Settings } from '#domain/settings';
import { parseSubscriptions } from '#domain/webhooks/webhook';
import type { Subscription } from '#domain/webhooks/webhook';
import { directoryOf } from '#store/d1/open';
import type { Write } from '#store/d1/open';
import { readInOneTrip, read } from '#store/d1/query';
import { enqueueForApprovers, removeFromQueue } from '#store/show/approval/write-workflow';
import { commitAll } from '#store/show/documents/commit';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { SubjectRows } from '#store/show/documents/read-document';
import { updateDocument } from '#store/show/documents/write-document';
import { insertOutbox } from '#store/show/outbox/write-outbox';
import { insertCollected, insertCollectedJob } from '#store/show/mail/collected-notifications';
import { settingsQuery } from '#store/show/management/settings';
import {
  openDocumentsQuery,
  replaceBackup,
  replaceOnSteps,
} from '#store/show/replacement/replace-in-document';
import {
  finishReplacement,
  replacementQuery,
  saveReplacementResults,
} from '#store/show/replacement/replacements';
import type { OutboxEntry } from '#store/show/outbox/outbox';
import type { ReplacementRow } from '#store/show/replacement/replacements';
import { buildAuditEvent } from '#verbs/lifecycle/audit-event';
import { maxAttempts } from '#verbs/lifecycle/prepare-change';
import { dispatchNewJobs } from '#verbs/outbox/dispatch';
import { enqueueContinuation } from '#verbs/outbox/enqueue-continuation';
import type { JobContext } from '#verbs/outbox/job-context';
import type { OutboxRow, ReplaceApproverJob } from '#verbs/outbox/jobs';
import { publishDocumentChanges, publishShowChange } from '#verbs/realtime/publish-changes';
import { freshId } from '#verbs/request/context';
import { replacementDeliveries } from '#verbs/webhooks/enqueue-deliveries';
import { evaluateDocuments, evaluationPlan } from './evaluate-documents.ts';
import type { EvaluatedDocument } from './evaluate-documents.ts';

/** Documents per job: each takes some twelve of the 1,000 statements of a Worker's run. */
export const replacementBatchSize = 20;

interface Run {
  jobContext: JobContext;
  replacement: ReplacementRow;
  settings: Settings;
  webhooks: readonly Subscription[];
}

/**
 * Replaces the approver on the next documents, each evaluated again and changed in its own step of one batch, together
 * with its result. The next job continues; the last one ends the run. Can be repeated: a document with a result is
 * skipped (REPL-04). Throws when a document keeps changing meanwhile.
 */
export async function replaceApprover(
  jobContext: JobContext,
  job: ReplaceApproverJob,
  entry: OutboxEntry,
): Promise<void> {
  const { store } = jobContext;
  const { replacement, stored } = await readInOneTrip({
    replacement: replacementQuery(store, job.replacementId),
    stored: settingsQuery(store),
  });
  if (!replacement || replacement.state === 'PREVIEW' || replacement.state === 'DONE') return;
  const settings = parseSettings(stored?.settings);
  const run = { jobContext, replacement, settings, webhooks: parseSubscriptions(stored?.webhooks) };
  const ids = await read(openDocumentsQuery(store, replacement, replacementBatchSize, replacement.id));
  await replaceInDocuments(run, ids);
  if (ids.length === replacementBatchSize) await enqueueContinuation(jobContext, job, entry);
  else await finish(run);
}

async function replaceInDocuments(run: Run, ids: readonly string[]): Promise<void> {
  const { jobContext, replacement, settings } = run;
  const { env, store } = jobContext;
  const place = { store, directory: directoryOf(env, store.showId) };
  let pending = ids;
  for (let attempt = 0; attempt < maxAttempts && pending.length > 0; attempt += 1) {
    const rows = await readInOneTrip(evaluationPlan(place, pending));
    const evaluated = evaluateDocuments(rows, replacement, settings);
    const [changing, staying] = [evaluated.filter(isChanged), evaluated.filter((one) => !isChanged(one))];
    if (staying.length > 0)
      await store.write([saveReplacementResults(store, replacement.id, staying.map(itemOf))]);
    pending = await commitChanges(run, changing);
  }
  if (pending.length > 0) throw new Error('a document was changed too often to replace its approver');
}

const isChanged = ({ steps }: EvaluatedDocument) => steps.some(({ outcome }) => outcome !== 'STAYS');
const itemOf = ({ rows, steps }: EvaluatedDocument) => ({ documentId: rows.document.id, steps });

/** Writes the documents in one batch. Returns the ids of those that another writer changed first. */
async function commitChanges(run: Run, documents: readonly EvaluatedDocument[]): Promise<string[]> {
  const { env, store } = run.jobContext;
  const changes = documents.map((document) => ({ document, ...changeOf(run, document) }));
  const results = await commitAll(
    store,
    changes.map(({ event, expected, plan, writes }) => ({ event, expected, day: null, plan, writes })),
  );
  const failed = results.find((result) => result.status === 'rejected');
  const committed = changes.flatMap(({ document, outbox }, n) => {
    const result = results[n];
    const rows = result?.status === 'fulfilled' ? result.value : null;
    return rows ? [{ before: document.rows, audience: rows.audience, outbox }] : [];
  });
  await publishDocumentChanges({ env, store }, committed);
  await dispatchNewJobs(
    env,
    committed.flatMap(({ outbox }) => outbox),
  );
  if (failed) throw failed.reason;
  return changes.flatMap(({ document }, n) => {
    const result = results[n];
    return result?.status === 'fulfilled' && result.value === null ? [document.rows.document.id] : [];
  });
}

/** The event, which locks the document, and the statements for its steps, queue, e-mail and webhooks. */
function changeOf({ jobContext, replacement, settings, webhooks }: Run, { rows, steps }: EvaluatedDocument) {
  const { store, show, now } = jobContext;
  const { document } = rows;
  const version = document.version + 1;
  const context = { store, now, newId: () => freshId(show.id) };
  const actor = { userId: replacement.requestedById, name: replacement.requestedByName };
  const moved = steps.filter(({ outcome }) => outcome !== 'STAYS');
  const event = buildAuditEvent(context, actor, {
    documentId: document.id,
    seq: version,
    action: 'replace-approver',
    payload: { formerId: replacement.formerId, replacementId: replacement.replacementId },
    changes: moved.map(({ order, step, isBackup, outcome }) => ({
      field: isBackup ? `backup.${order}` : `approvers.${order}`,
      label: isBackup ? `Backup approver of ${step}` : `Approver of ${step}`,
      before: replacement.formerName,
      after: isBackup && outcome === 'MERGED' ? '' : replacement.replacementName,
      unit: 'text',
    })),
    previousHash: rows.lastHash,
  });
  const deliveries = moved.some(({ isBackup }) => !isBackup)
    ? replacementDeliveries(
        { ...context, subscriptions: webhooks, settings, actorId: actor.userId },
        rows,
        version,
      )
    : [];
  return {
    event,
    expected: document,
    outbox: deliveries,
    plan: { audience: changeAudienceQuery(store, document.id) },
    writes: [
      updateDocument(store, document.id, { version, updatedAt: now }),
      ...stepWrites(
        jobContext,
        replacement,
        rows,
        moved.filter(({ isBackup }) => !isBackup),
        version,
      ),
      ...backupWrites(store, replacement, rows, moved),
      saveReplacementResults(store, replacement.id, [{ documentId: document.id, steps }]),
      ...insertOutbox(store, deliveries),
    ],
  };
}

const stepIdOf = ({ steps }: SubjectRows, { order }: StepReplacement) =>
  steps.find((step) => step.stepOrder === order)?.id ?? '';

/** The backup approver of the steps where the former one was (REPL-10). */
function backupWrites(
  store: JobContext['store'],
  { formerId, replacementId }: ReplacementRow,
  rows: SubjectRows,
  moved: readonly StepReplacement[],
): Write[] {
  const changes = [
    ['REPLACED', replacementId],
    ['MERGED', null],
  ] as const;
  return changes.flatMap(([wanted, backupId]) => {
    const stepIds = moved
      .filter(({ isBackup, outcome }) => isBackup && outcome === wanted)
      .map((step) => stepIdOf(rows, step));
    return stepIds.length > 0 ? [replaceBackup(store, { stepIds, formerId, backupId })] : [];
  });
}

function stepWrites(
  { store, now }: JobContext,
  { formerId, replacementId, replacementName, replacementInitials }: ReplacementRow,
  rows: SubjectRows,
  moved: readonly StepReplacement[],
  version: number,
): Write[] {
  if (moved.length === 0) return [];
  const { document, workflow, approvers } = rows;
  const idOf = (step: StepReplacement) => stepIdOf(rows, step);
  const positionOn = (stepId: string) =>
    approvers.find((one) => one.stepId === stepId && one.userId === formerId)?.position ?? 0;
  const joined = moved.filter(({ outcome }) => outcome === 'REPLACED').map(idOf);
  const { id: documentId, type } = document;
  const writes = replaceOnSteps(store, {
    documentId,
    formerId,
    leftStepIds: moved.map(idOf),
    joined: joined.map((stepId) => ({
      stepId,
      userId: replacementId,
      name: replacementName,
      initials: replacementInitials,
      position: positionOn(stepId),
    })),
  });
  const current = moved.find(({ order }) => order === workflow?.currentOrder);
  if (!current) return writes;
  writes.push(removeFromQueue(store, documentId, formerId));
  if (current.outcome !== 'REPLACED') return writes;
  // The wait of the document at its step goes on (rule 8 of approvals.md).
  const since = new Date(document.waitingSince ?? document.updatedAt).toISOString();
  const turn = { stepId: idOf(current), userIds: [replacementId] };
  const notice = {
    userId: replacementId,
    documentId,
    type,
    version,
    event: 'WAITING',
    createdAt: now,
  } as const;
  writes.push(
    enqueueForApprovers(store, { id: documentId, type }, turn, since),
    insertCollected(store, { showId: store.showId, ...notice }),
  );
  return writes;
}

/** Ends the run, and tells the new approver of all documents in one e-mail (REPL-06). */
async function finish({ jobContext, replacement }: Run): Promise<void> {
  const { env, store, show, now } = jobContext;
  const { id, replacementId: userId, startedAt } = replacement;
  const mail = {
    id: freshId(show.id),
    userId,
    effectKey: `replaced:${id}:${startedAt ?? ''}`,
    createdAt: now,
  };
  await store.write([...finishReplacement(store, id, now), insertCollectedJob(store, mail)]);
  const message: Pick<OutboxRow, 'id' | 'showId' | 'kind'> = {
    id: mail.id,
    showId: show.id,
    kind: 'notify-collected',
  };
  await dispatchNewJobs(env, [message]);
  await publishShowChange(env, show.id);
}
