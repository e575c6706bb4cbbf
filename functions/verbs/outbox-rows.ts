import type { Change, Effect, NotifyEvent } from '#domain/lifecycle-decision';
import type { DocType } from '#domain/document';
import type { SubjectRows } from '#store/show/read-document';
import type { outbox } from '#store/show/work-tables';
import type { ShowContext } from './context.ts';

export type OutboxRow = typeof outbox.$inferInsert;

/**
 * What an outbox row asks for; its `kind` column names one of these. A notification has one receiver, so that trying it
 * again tells nobody else twice; `version` is that of the event it tells of.
 */
export type Errand =
  | {
      kind: 'notify';
      docType: DocType;
      documentId: string;
      event: NotifyEvent;
      version: number;
      userId: string;
    }
  | { kind: 'push-po' | 'void-in-accounting'; docType: DocType; documentId: string; actorId: string };

/** Effects that must happen become rows of the same batch: e-mails, and what accounting must know of a purchase order. */
export function outboxRows(
  context: ShowContext,
  { document }: SubjectRows,
  change: Change,
  version: number,
): OutboxRow[] {
  const base = { docType: document.type, documentId: document.id };
  return change.effects.flatMap((effect, index) =>
    errandsOf(context, effect, base, version).map((errand): OutboxRow => {
      const effectKey = [document.id, version, index, errand.kind];
      if (errand.kind === 'notify') effectKey.push(errand.userId);
      return {
        id: context.newId(),
        showId: document.showId,
        kind: errand.kind,
        documentId: document.id,
        payload: errand,
        effectKey: effectKey.join(':'),
        createdAt: context.now,
      };
    }),
  );
}

function errandsOf(
  { user }: ShowContext,
  effect: Effect,
  base: { docType: DocType; documentId: string },
  version: number,
): Errand[] {
  switch (effect.kind) {
    case 'notify':
      return effect.userIds.map((userId) => ({
        ...base,
        kind: 'notify',
        event: effect.event,
        version,
        userId,
      }));
    case 'push-po':
    case 'void-in-accounting':
      return [{ ...base, kind: effect.kind, actorId: user.id }];
    default:
      return [];
  }
}
