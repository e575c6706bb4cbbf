import type { Change, Effect, NotifyEvent } from '#domain/lifecycle-decision';
import type { DocType } from '#domain/document';
import type { SubjectRows } from '#store/show/read-document';
import type { outbox } from '#store/show/work-tables';
import type { ShowContext } from './context.ts';

export type OutboxRow = typeof outbox.$inferInsert;

/** What an outbox row asks for; its `kind` column names one of these. */
export type Errand =
  | { kind: 'notify'; docType: DocType; documentId: string; event: NotifyEvent; userIds: string[] }
  | { kind: 'push-po' | 'void-in-accounting'; docType: DocType; documentId: string; actorId: string };

/** Effects that must happen become rows of the same batch: e-mails, and what accounting must know of a purchase order. */
export function outboxRows(
  context: ShowContext,
  { document }: SubjectRows,
  change: Change,
  version: number,
): OutboxRow[] {
  const base = { docType: document.type, documentId: document.id };
  return change.effects.flatMap((effect, index): OutboxRow[] => {
    const errand = errandOf(context, effect, base);
    if (!errand) return [];
    return [
      {
        id: context.newId(),
        showId: document.showId,
        kind: errand.kind,
        documentId: document.id,
        payload: errand,
        effectKey: `${document.id}:${version}:${index}:${errand.kind}`,
        createdAt: context.now,
      },
    ];
  });
}

function errandOf(
  { user }: ShowContext,
  effect: Effect,
  base: { docType: DocType; documentId: string },
): Errand | null {
  switch (effect.kind) {
    case 'notify':
      return { ...base, kind: 'notify', event: effect.event, userIds: [...effect.userIds] };
    case 'push-po':
    case 'void-in-accounting':
      return { ...base, kind: effect.kind, actorId: user.id };
    default:
      return null;
  }
}
