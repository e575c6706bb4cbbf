import { hash } from 'node:crypto';
import { inApproval } from '#domain/document';
import { canonicalContent, contentText, stampPayload } from '#domain/history/content';
import type { ContentStamp } from '#domain/history/content';
import { stateOf } from '#domain/history/document-state';
import { chainText } from '#domain/history/history';
import { defaultTimeZone, localInstant } from '#domain/values/days';
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
import type { DemoDocument } from './document-builder.ts';

/** Adds all rows of a built document to its show's shard. */
export function writeDocument(demoDocument: DemoDocument): void {
  const { rows } = demoDocument.show;
  const stamp = stampOf(demoDocument);
  Object.assign(demoDocument.header, stamp);
  rows.add(documents, { ...demoDocument.header, waitingSince: arrivalOf(demoDocument) });
  if (demoDocument.purchaseOrder) rows.add(purchaseOrders, demoDocument.purchaseOrder);
  rows.add(documentLines, ...demoDocument.lines);
  rows.add(notes, ...demoDocument.notes);
  rows.add(sendHistory, ...demoDocument.sends);
  rows.add(attachments, ...demoDocument.attachments);
  rows.add(changeOrders, ...demoDocument.changeOrders);
  writeEvents(demoDocument, stamp);
  writeVersions(demoDocument);
  for (const { instance, createdAt, isLatest } of demoDocument.workflows)
    writeInstance(demoDocument, instance, createdAt, isLatest);
  writeVotes(demoDocument);
  writeQueue(demoDocument);
}

/** Returns the content stamp of a document, as a save would store it. */
function stampOf({
  show: { rows },
  header,
  purchaseOrder,
  lines,
  attachments: attached,
}: DemoDocument): ContentStamp {
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

/**
 * Writes the hash chain: each event has the hash of its predecessor, '' for the first; the last event covers the
 * content.
 */
function writeEvents({ show, header, purchaseOrder, events }: DemoDocument, stamp: ContentStamp): void {
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

function writeVersions({ show, header, versions }: DemoDocument): void {
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
  { show, header }: DemoDocument,
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

function writeVotes({ show, header, votes }: DemoDocument): void {
  for (const { seq, ...vote } of votes)
    show.rows.add(stepApprovals, { ...vote, showId: show.plan.id, documentId: header.id, eventSeq: seq });
}

function arrivalOf({ header, waitingSince }: DemoDocument): string | null {
  const isWaiting = inApproval(header.status) && header.currentStepId !== null;
  return isWaiting ? localInstant(instant(waitingSince), defaultTimeZone) : null;
}

function writeQueue({ show, header, instance, waitingSince }: DemoDocument): void {
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
