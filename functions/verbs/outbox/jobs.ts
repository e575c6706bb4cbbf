import type { Change, Effect } from '#domain/lifecycle/change';
import type { NotifyEvent } from '#domain/lifecycle/notify-event';
import type { ContentStamp } from '#domain/history/content';
import { inApproval } from '#domain/document';
import type { DocType, Status } from '#domain/document';
import type { PartContents } from '#domain/operations/archive';
import type { PdfOptions } from '#domain/documents/pdf-request';
import type { JobKind } from '#domain/operations/health';
import type { Recipients } from '#domain/documents/document-mail';
import type { SentEvent, WebhookCover, WebhookDocument } from '#domain/webhooks/webhook';
import { currentRequestId } from '#edges/log';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { outbox } from '#store/show/tables/job-tables';
import type { RequestContext } from '#verbs/request/context';

export type OutboxRow = typeof outbox.$inferInsert;

/**
 * The states of a purchase order in which its push may still be sent, from the transition that allowed it (DEC-25/17).
 */
export type PushPrecondition = 'APPROVED' | 'ANY_BUT_VOID';

/**
 * The payload of an outbox row; its `kind` column names one of these. Kinds and fields are stored: rows of the release
 * before still run after a deployment, so a kind or field keeps its name, and a new field may be absent. A notification has one recipient, so that a retry
 * notifies nobody twice; `version` is that of its event.
 */
export type Job =
  | {
      kind: 'notify';
      docType: DocType;
      documentId: string;
      event: NotifyEvent;
      version: number;
      userId: string;
    }
  | NotifyCollectedJob
  | AccountingPushJob
  | { kind: 'void-in-accounting'; docType: DocType; documentId: string; actorId: string }
  | PropagateVendorJob
  | { kind: 'import-payments' }
  | SyncMasterDataJob
  | BulkApprovalJob
  | BulkReleaseJob
  | ImportJob
  | ArchiveJob
  | RestartWorkflowJob
  | RemindApproversJob
  | ReplaceApproverJob
  | DigestJob
  | VerifyHistoriesJob
  | SealDocumentsJob
  | CountDocumentsJob
  | DocumentMailJob
  | WebhookJob
  | { kind: 'webhook-given-up'; endpointId: string; userId: string }
  | CoverMailJob
  | ArchiveMailJob;

/** One e-mail with the notifications that came within ten minutes of another e-mail (DEC-161). */
export type NotifyCollectedJob = { kind: 'notify-collected'; userId: string };
/**
 * Mails one of the two people of a cover that it has begun or ended (COV-09), an administrator that it awaits approval,
 * or the absent user what was decided about it (COV-18).
 */
export type CoverMailJob = {
  kind: 'cover-mail';
  coverId: string;
  userId: string;
  event: 'requested' | 'approved' | 'declined' | 'started' | 'ended';
};

/** A document to be mailed as a PDF: to recipients that a user chose (DEC-57), or to its vendor (EM-14). */
export type DocumentMailJob = { docType: DocType; documentId: string; actorId: string } & (
  | {
      kind: 'email-pdf';
      recipients: Recipients;
      /** The number of recipients. */
      addresses: number;
      note: string;
      options: PdfOptions;
      displayIndicators: boolean;
      timeZone: string;
    }
  | { kind: 'vendor-email' }
);

/** One event for one endpoint; a test event has no document. */
export type WebhookJob = {
  kind: 'webhook';
  endpointId: string;
  /** Identifies the event for the receiver: the same for every endpoint and every attempt. */
  eventId: string;
  event: SentEvent;
  at: string;
  actorId: string;
  document: WebhookDocument | null;
  /** Only of the events of covers. */
  cover?: WebhookCover;
};

/** A show schedules the digests of a day; each is one e-mail of one type to one user (EM-12). */
type DigestJob =
  | { kind: 'plan-digests'; day: string }
  | { kind: 'digest'; day: string; userId: string; type: DocType };

/** Syncs the master data of the show's license; `after` is the last vendor synced, null at first. */
export type SyncMasterDataJob = { kind: 'import-books'; after: string | null };

/** One batch of a bulk approval, up to ten payments (DEC-45). */
export type BulkApprovalJob = {
  kind: 'approve-batch';
  runId: string;
  batch: number;
  /** The run's user; messages of older releases lack it, and it is read from the run. */
  userId?: string;
};

/** Releases the payments in accounting that one batch approved; `pushIds` are the jobs of their pushes (DEC-158). */
export type BulkReleaseJob = { kind: 'release-batch'; runId: string; pushIds: string[] };

/** Verifies the histories of a show page by page; `after` is the last document verified. */
export type VerifyHistoriesJob = { kind: 'verify-histories'; runId: string; after: string | null };

/** Seals documents from before content versions, after document `after`. */
export type SealDocumentsJob = { kind: 'seal-documents'; after: string };

/** Counts documents from before movements of budgets were kept. */
export type CountDocumentsJob = { kind: 'count-documents' };

/** Imports the next purchase orders of a file. */
export type ImportJob = { kind: 'import-orders'; importId: string; userId: string };

/**
 * A step of an archive: prints some documents, or packs a full part. `after` is the last document in the part, `steps`
 * and `held` the contents of the part so far, `done` the number of documents in all parts.
 */
export type ArchiveJob = {
  kind: 'archive-show';
  archiveId: string;
  userId: string;
  doing: 'print' | 'pack';
  after: string;
  part: number;
  steps: number;
  held: PartContents;
  done: number;
  isLast: boolean;
};

/** Mails the result of an archive to the user who requested it. */
export type ArchiveMailJob = { kind: 'archive-mail'; archiveId: string; userId: string };

/** Restarts documents in approval on copies older than `version`; `after` is the last one processed (DEC-65). */
export type RestartWorkflowJob = {
  kind: 'restart-flow';
  templateId: string;
  version: number;
  actorId: string;
  after: string | null;
};

/** Reminds the approvers of the show's documents that have waited for long, and escalates (NUDGE-08). */
export type RemindApproversJob = { kind: 'remind-approvers' };
/** Replaces an approver on the next documents of a replacement (REPL-04). */
export type ReplaceApproverJob = { kind: 'replace-approver'; replacementId: string };

/**
 * A push to accounting for which the user waits (DEC-32). `revision` is the version that approved the document, the
 * same in every attempt; jobs of older invoices have none.
 */
export type AccountingPushJob = { docType: DocType; documentId: string; actorId: string } & (
  | { kind: 'push-po'; allowed: PushPrecondition }
  | { kind: 'push-invoice'; revision?: number }
  | { kind: 'release-payment'; revision: number }
);

/**
 * The effects of a changed temporary vendor: on documents that use it (DEC-34), and the accountant's e-mail (DEC-89).
 */
export type PropagateVendorJob = { tempVendorId: string; actorId: string; actorName: string } & (
  | {
      kind: 'follow-temp-vendor';
      /** The last document processed; null at first. */
      after: string | null;
    }
  | { kind: 'share-temp-vendor'; to: string; note: string }
);

/** The acting user. */
export interface Acting {
  user: Pick<RequestContext['user'], 'id'>;
}

/** The users whose approvals still count after a change of content: they are notified of the change (DEC-40). */
export function keptApprovers(
  { document, approvals }: Pick<SubjectRows, 'document' | 'approvals'>,
  stamp: ContentStamp,
  actorId: string,
): string[] {
  if (!inApproval(document.status) || stamp.contentVersion <= document.contentVersion) return [];
  return [...new Set(approvals.map(({ userId }) => userId))].filter((userId) => userId !== actorId);
}

/** Notifies each of them of the event that created `version`. */
export function noticeRows(
  { newId, now }: Pick<RequestContext, 'newId' | 'now'>,
  { document }: Pick<SubjectRows, 'document'>,
  version: number,
  userIds: readonly string[],
  event: NotifyEvent,
): OutboxRow[] {
  return userIds.map((userId): OutboxRow => {
    const job: Job = {
      kind: 'notify',
      docType: document.type,
      documentId: document.id,
      event,
      version,
      userId,
    };
    return {
      id: newId(),
      showId: document.showId,
      kind: job.kind,
      documentId: document.id,
      payload: job,
      effectKey: [document.id, version, event.toLowerCase(), userId].join(':'),
      createdAt: now,
      origin: currentRequestId(),
    };
  });
}

/** The jobs of a change, written in its batch: e-mails and pushes to accounting. */
export function jobRows(
  context: Pick<RequestContext, 'newId' | 'now'> & Acting,
  { document }: SubjectRows,
  change: Change,
  version: number,
): OutboxRow[] {
  const base = { docType: document.type, documentId: document.id };
  return change.effects.flatMap((effect, index) =>
    jobsOf(context, effect, base, { version, status: change.to.status }).map((job: Job): OutboxRow => {
      const effectKey = [document.id, version, index, job.kind];
      if (job.kind === 'notify') effectKey.push(job.userId);
      return {
        id: context.newId(),
        showId: document.showId,
        // Requires a text on the health page for each kind.
        kind: job.kind satisfies JobKind,
        documentId: document.id,
        payload: job,
        effectKey: effectKey.join(':'),
        createdAt: context.now,
        origin: currentRequestId(),
      };
    }),
  );
}

function jobsOf(
  { user }: Acting,
  effect: Effect,
  base: { docType: DocType; documentId: string },
  { version, status }: { version: number; status: Status },
): Job[] {
  switch (effect.kind) {
    case 'notify':
      return effect.userIds.map((userId) => ({
        ...base,
        kind: 'notify',
        event: effect.event,
        version,
        userId,
      }));
    case 'push-po': {
      const allowed = status === 'APPROVED' ? 'APPROVED' : 'ANY_BUT_VOID';
      return [{ ...base, kind: effect.kind, actorId: user.id, allowed }];
    }
    case 'push-invoice':
    case 'release-payment':
      return [{ ...base, kind: effect.kind, actorId: user.id, revision: version }];
    case 'vendor-email':
    case 'void-in-accounting':
      return [{ ...base, kind: effect.kind, actorId: user.id }];
    case 'recount-relief':
      return [];
  }
}
