import { hash } from 'node:crypto';
import { inApproval } from '#domain/document';
import { chainText } from '#domain/history';
import { currentApprovers } from '#domain/workflow';
import type { Instance } from '#domain/workflow';
import {
  approvalHistory,
  attachments,
  changeOrders,
  documentEvents,
  documentLines,
  documents,
  notes,
  purchaseOrders,
  sendHistory,
} from '#store/show/document-tables';
import {
  stepApprovals,
  waitingApprovals,
  workflowStepApprovers,
  workflows,
  workflowSteps,
} from '#store/show/flow-tables';
import { instant } from './clock.ts';
import type { Life } from './life.ts';

/** Everything a lived document leaves behind, as rows of its show's shard. */
export function writeLife(life: Life): void {
  const { rows } = life.show;
  rows.add(documents, life.header);
  if (life.purchaseOrder) rows.add(purchaseOrders, life.purchaseOrder);
  rows.add(documentLines, ...life.lines);
  rows.add(notes, ...life.notes);
  rows.add(sendHistory, ...life.sends);
  rows.add(attachments, ...life.attachments);
  rows.add(changeOrders, ...life.changeOrders);
  writeEvents(life);
  writeVersions(life);
  for (const { instance, createdAt, isLatest } of life.workflows)
    writeInstance(life, instance, createdAt, isLatest);
  writeVotes(life);
  writeQueue(life);
}

/** The chain: each event carries the hash of the one before it, '' before the first. */
function writeEvents({ show, header, events }: Life): void {
  let previousHash = '';
  for (const event of events) {
    const whole = { ...event, documentId: header.id, showId: show.plan.id, previousHash, hash: '' };
    whole.hash = hash('sha256', chainText(whole));
    show.rows.add(documentEvents, whole);
    previousHash = whole.hash;
  }
}

function writeVersions({ show, header, versions }: Life): void {
  versions.forEach((version, position) =>
    show.rows.add(approvalHistory, {
      ...version,
      id: show.newId(Date.parse(version.createdAt)),
      showId: show.plan.id,
      documentId: header.id,
      position,
    }),
  );
}

function writeInstance(
  { show, header }: Life,
  instance: Instance,
  createdAt: string,
  isLatest: boolean,
): void {
  const { rows, plan } = show;
  const key = { showId: plan.id };
  const { id, templateId, finalOrder, currentOrder } = instance;
  rows.add(workflows, {
    ...key,
    id,
    documentId: header.id,
    templateId,
    finalOrder,
    currentOrder,
    isLatest,
    createdAt,
  });
  for (const { approvers, approvals: _votes, order, ...step } of instance.steps) {
    rows.add(workflowSteps, { ...key, ...step, workflowId: id, stepOrder: order });
    approvers.forEach((approver, position) =>
      rows.add(workflowStepApprovers, {
        ...key,
        ...approver,
        stepId: step.id,
        documentId: header.id,
        position,
      }),
    );
  }
}

function writeVotes({ show, header, votes }: Life): void {
  for (const { seq, ...vote } of votes)
    show.rows.add(stepApprovals, { ...vote, showId: show.plan.id, documentId: header.id, eventSeq: seq });
}

function writeQueue({ show, header, instance, waitingSince }: Life): void {
  if (!inApproval(header.status) || header.currentStepId === null) return;
  for (const userId of currentApprovers(instance))
    show.rows.add(waitingApprovals, {
      showId: show.plan.id,
      userId,
      type: header.type,
      documentId: header.id,
      stepId: header.currentStepId,
      since: instant(waitingSince),
    });
}
