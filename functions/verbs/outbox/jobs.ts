import type { Change, Effect, NotifyEvent } from '#domain/lifecycle/decision';
import type { ContentStamp } from '#domain/history/content';
import { inApproval } from '#domain/document';
import type { DocType, Status } from '#domain/document';
import type { PartContents } from '#domain/operations/archive';
import type { PdfOptions } from '#domain/documents/pdf-request';
import type { JobKind } from '#domain/operations/health';
import type { Recipients } from '#domain/documents/document-mail';
import type { SentEvent, WebhookDocument } from '#domain/webhooks/webhook';
import { originId } from '#edges/log';
import type { SubjectRows } from '#store/show/documents/read-document';
import type { outbox } from '#store/show/tables/job-tables';
import type { RequestContext } from '#verbs/request/context';

export type OutboxRow = typeof outbox.$inferInsert;

/** Which states of a purchase order let its push through: those of the lifecycle row that allowed it (DEC-25/17). */
export type Allowance = 'APPROVED' | 'ANY_BUT_VOID';

/**
 * What an outbox row asks for; its `kind` column names one of these. A notification has one receiver, so that trying it
 * again tells nobody else twice; `version` is that of the event it tells of.
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
  | AccountingPushJob
  | { kind: 'void-in-accounting'; docType: DocType; documentId: string; actorId: string }
  | PropagateVendorJob
  | { kind: 'import-payments' }
  | SyncMasterDataJob
  | BulkApprovalJob
  | ImportJob
  | ArchiveJob
  | RestartWorkflowJob
  | DigestJob
  | VerifyHistoriesJob
  | SealDocumentsJob
  | DocumentMailJob
  | WebhookJob
  | { kind: 'webhook-given-up'; endpointId: string; userId: string }
  | ArchiveMailJob;

/** A document that goes out as a PDF: to whom somebody chose (DEC-57), or to its vendor (EM-14). */
export type DocumentMailJob = { docType: DocType; documentId: string; actorId: string } & (
  | {
      kind: 'email-pdf';
      recipients: Recipients;
      /** How many those are. */
      addresses: number;
      note: string;
      options: PdfOptions;
      displayIndicators: boolean;
      timeZone: string;
    }
  | { kind: 'vendor-email' }
);

/** One event for one endpoint; a test has no document. */
export type WebhookJob = {
  kind: 'webhook';
  endpointId: string;
  /** What the receiver tells repetitions by: the same for every endpoint and every try. */
  eventId: string;
  event: SentEvent;
  at: string;
  actorId: string;
  document: WebhookDocument | null;
};

/** EM-12: a show plans the digests of a day; each is one e-mail of one type to one person. */
type DigestJob =
  | { kind: 'plan-digests'; day: string }
  | { kind: 'digest'; day: string; userId: string; type: DocType };

/** What a show's documents refer to comes from the books of its license; `after` is the last vendor brought over, null at first. */
export type SyncMasterDataJob = { kind: 'import-books'; after: string | null };

/** DEC-45: one message of a bulk approval, up to ten payments. */
export type BulkApprovalJob = {
  kind: 'approve-batch';
  runId: string;
  batch: number;
  /** Whose run it is; older messages leave it to the run. */
  userId?: string;
};

/** The histories of a show are verified page by page; `after` is the last document looked at. */
export type VerifyHistoriesJob = { kind: 'verify-histories'; runId: string; after: string | null };

/** Documents of before content versions are sealed, from the one behind `after`. */
export type SealDocumentsJob = { kind: 'seal-documents'; after: string };

/** The next purchase orders of a file. */
export type ImportJob = { kind: 'import-orders'; importId: string; userId: string };

/**
 * A step of an archive: some documents are printed, or a part that is full is packed. `after` is the last document that is
 * in the part, `steps` and `held` what the part has so far, `done` how many documents all parts have.
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

/** Whoever asked for an archive is told how it ended. */
export type ArchiveMailJob = { kind: 'archive-mail'; archiveId: string; userId: string };

/** DEC-65: documents in approval on copies older than `version` begin anew; `after` is the last one looked at. */
export type RestartWorkflowJob = {
  kind: 'restart-flow';
  templateId: string;
  version: number;
  actorId: string;
  after: string | null;
};

/**
 * What accounting is told while somebody waits (DEC-32). `revision` is the version that approved it, and the same however
 * often it is tried; older invoices have none.
 */
export type AccountingPushJob = { docType: DocType; documentId: string; actorId: string } & (
  | { kind: 'push-po'; allowed: Allowance }
  | { kind: 'push-invoice'; revision?: number }
  | { kind: 'release-payment'; revision: number }
);

/** What follows a change of a temporary vendor: documents that use it (DEC-34), and the accountant's mail (DEC-89). */
export type PropagateVendorJob = { tempVendorId: string; actorId: string; actorName: string } & (
  | {
      kind: 'follow-temp-vendor';
      /** The last document that was looked at; null at first. */
      after: string | null;
    }
  | { kind: 'share-temp-vendor'; to: string; note: string }
);

/** Whose deed it is. */
export interface Acting {
  user: Pick<RequestContext['user'], 'id'>;
}

/** Whose votes stay although the content is another one now: they are told what changed (DEC-40). */
export function keptVoters(
  { document, approvals }: Pick<SubjectRows, 'document' | 'approvals'>,
  stamp: ContentStamp,
  actorId: string,
): string[] {
  if (!inApproval(document.status) || stamp.contentVersion <= document.contentVersion) return [];
  return [...new Set(approvals.map(({ userId }) => userId))].filter((userId) => userId !== actorId);
}

/** Tells each of them of the change that made `version`. */
export function changeNotices(
  { newId, now }: Pick<RequestContext, 'newId' | 'now'>,
  { document }: Pick<SubjectRows, 'document'>,
  version: number,
  userIds: readonly string[],
): OutboxRow[] {
  return userIds.map((userId): OutboxRow => {
    const job: Job = {
      kind: 'notify',
      docType: document.type,
      documentId: document.id,
      event: 'CHANGED',
      version,
      userId,
    };
    return {
      id: newId(),
      showId: document.showId,
      kind: job.kind,
      documentId: document.id,
      payload: job,
      effectKey: [document.id, version, 'changed', userId].join(':'),
      createdAt: now,
      origin: originId(),
    };
  });
}

/** Effects that must happen become rows of the same batch: e-mails, and what accounting must know of a document. */
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
        // The health page has words for each kind.
        kind: job.kind satisfies JobKind,
        documentId: document.id,
        payload: job,
        effectKey: effectKey.join(':'),
        createdAt: context.now,
        origin: originId(),
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
    default:
      return [];
  }
}
