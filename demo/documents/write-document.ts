import { hash } from 'node:crypto';
import { inApproval } from '#domain/document';
import { canonicalContent, contentText, stampPayload } from '#domain/history/content';
import type { ContentStamp } from '#domain/history/content';
import { stateOf } from '#domain/history/document-state';
import { chainText } from '#domain/history/history';
import { currentApprovers } from '#domain/workflow/workflow';
import type { Instance } from '#domain/workflow/workflow';
import {
  approvalHistory,
  attachments,
  changeOrders,
  documentEvents,
  documentLines,
  documents,
  files,
  notes,
  purchaseOrders,
  sendHistory,
} from '#store/show/tables/document-tables';
import {
  stepApprovals,
  waitingApprovals,
  workflowStepApprovers,
  workflows,
  workflowSteps,
} from '#store/show/tables/workflow-tables';
import { invoices, paymentInvoices, payments } from '#store/show/tables/invoice-tables';
import { withDefaults } from '#store/d1/with-defaults';
import { instant } from '../clock.ts';
import type { Life } from './document-builder.ts';

/** Everything a lived document leaves behind, as rows of its show's shard. */
export function writeLife(life: Life): void {
  const { rows } = life.show;
  const stamp = stampOf(life);
  Object.assign(life.header, stamp);
  rows.add(documents, life.header);
  if (life.purchaseOrder) rows.add(purchaseOrders, life.purchaseOrder);
  rows.add(documentLines, ...life.lines);
  rows.add(notes, ...life.notes);
  rows.add(sendHistory, ...life.sends);
  rows.add(attachments, ...life.attachments);
  rows.add(changeOrders, ...life.changeOrders);
  writeEvents(life, stamp);
  writeVersions(life);
  for (const { instance, createdAt, isLatest } of life.workflows)
    writeInstance(life, instance, createdAt, isLatest);
  writeVotes(life);
  writeQueue(life);
}

/** The content of a document with all its rows, as a save would stamp it. */
function stampOf({
  show: { rows },
  header,
  purchaseOrder,
  lines,
  attachments: attached,
}: Life): ContentStamp {
  const ofDocument = (row: { documentId: string }) => row.documentId === header.id;
  const invoice = rows.of(invoices).find(ofDocument);
  const payment = rows.of(payments).find(ofDocument);
  const content = canonicalContent({
    document: header,
    detail: purchaseOrder ?? (invoice && withDefaults(invoices, invoice)) ?? { ...payment },
    lines,
    files: attached.map((row) => ({
      ...rows.of(files).find(({ id }) => id === row.fileId),
      ...withDefaults(attachments, row),
    })),
    settles: payment ? rows.of(paymentInvoices).filter(({ paymentId }) => paymentId === header.id) : [],
  });
  return { contentVersion: 1, contentHash: hash('sha256', contentText(content)) };
}

/** The chain: each event carries the hash of the one before it, '' before the first; the last one covers the content. */
function writeEvents({ show, header, purchaseOrder, events }: Life, stamp: ContentStamp): void {
  const lockedLineCount = purchaseOrder?.lockedLineCount ?? 0;
  const covering = { ...stampPayload(stamp), state: stateOf({ ...header, lockedLineCount }) };
  let previousHash = '';
  for (const event of events) {
    const payload = event === events.at(-1) ? { ...event.payload, ...covering } : event.payload;
    const whole = { ...event, payload, documentId: header.id, showId: show.plan.id, previousHash, hash: '' };
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
