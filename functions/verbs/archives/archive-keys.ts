import { archiveRetentionDays } from '#domain/operations/archive';
import type { readArchiveStep } from '#store/show/imports/archives';
import type { NamedData } from './archived-files.ts';
import type { ArchiveJob } from '#verbs/outbox/jobs';
import type { WithdrawnAttachment } from '#domain/documents/document-response';

export type StepRecord = Awaited<ReturnType<typeof readArchiveStep>>[number];

/** A document as a step stores it for the part: its data, its history and its files of one moment. */
export type ArchivedSnapshot = Pick<
  StepRecord,
  'id' | 'type' | 'number' | 'vendor' | 'version' | 'events' | 'files'
> & {
  data: NamedData & { withdrawnAttachments: readonly WithdrawnAttachment[] };
  hasPdf: boolean;
  /** Absent in steps that were stored before PDFs were named by the displayed number. */
  pdfName?: string;
};

const retentionMs = archiveRetentionDays * 24 * 3_600_000;

/** When the files of an archive expire. */
export function archiveExpiresAt(finishedAt: string | null): string {
  return new Date(Date.parse(finishedAt ?? '') + retentionMs).toISOString();
}

export function archiveKey(id: string): string {
  return `archive/${id}/`;
}

/** The key prefix of the files that its parts are made of. */
export function workKey(id: string): string {
  return `${archiveKey(id)}work/`;
}

export function partKey(id: string, part: number): string {
  return `${archiveKey(id)}part-${part}.zip`;
}

export function stepKey({ archiveId, part }: ArchiveJob, step: number): string {
  return `${workKey(archiveId)}${part}/step-${step}.json`;
}

export function archivedPdfKey({ archiveId, part }: ArchiveJob, documentId: string): string {
  return `${workKey(archiveId)}${part}/${documentId}.pdf`;
}
