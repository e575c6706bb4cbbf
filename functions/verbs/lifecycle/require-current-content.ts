import { Refusal } from '#domain/codes';
import type { ContentConflict } from '#domain/history/content-conflict';
import { changeSentence } from '#domain/history/document-changes';
import { decide } from '#domain/lifecycle/lifecycle';
import type { SubjectRows } from '#store/show/documents/read-document';
import { readChangesSince } from './content-conflict.ts';
import type { RequestContext } from '#verbs/request/context';
import { actorOf, subjectOf } from './subject.ts';

type Reading = Pick<RequestContext, 'store'>;

async function conflict(
  { store }: Reading,
  { document }: Pick<SubjectRows, 'document'>,
  named: number,
): Promise<Refusal> {
  const changes = await readChangesSince(store, document.id, named);
  const body: ContentConflict = {
    contentVersion: document.contentVersion,
    changes: changes.map(({ seq, actorName, at, action, contentVersion, changes: fields }) => ({
      id: String(seq),
      userName: actorName,
      timeStamp: at,
      action,
      summary: changeSentence({ action, changes: fields }),
      contentVersion,
      fields,
    })),
  };
  return new Refusal('WORKFLOW_CONFLICT', { body: { ...body } });
}

/** Whether this is such a conflict, and not one over the step. */
export function isContentConflict({ code, detail }: Refusal): boolean {
  return code === 'WORKFLOW_CONFLICT' && detail.body?.['contentVersion'] !== undefined;
}

/** Throws `WORKFLOW_CONFLICT` with what has changed when a request names another content than the current one (DEC-30). */
export async function mustBeCurrent(
  context: Reading,
  rows: Pick<SubjectRows, 'document'>,
  named: number | null,
): Promise<void> {
  if (named !== null && named !== rows.document.contentVersion) throw await conflict(context, rows, named);
}

/**
 * Whether the user may make a change of the content that the request names, before anything of the change is looked at:
 * nobody else learns what is wrong with it (DEC-98). Throws what `decide` throws.
 */
export async function mayChange(
  context: RequestContext,
  rows: SubjectRows,
  action: 'save' | 'edit-in-approval',
  named: number | null,
): Promise<void> {
  const subject = subjectOf(rows);
  const input = { at: context.now, newTotalCents: subject.totalCents, contentVersion: named };
  try {
    decide(subject, action, actorOf(context), context.settings, input);
  } catch (error) {
    throw await withChanges(context, rows, named, error);
  }
}

/**
 * What a caller is told when an attempt was refused: a conflict over other content than the one that was named says what
 * has changed. Every other error stays as it is.
 */
export async function withChanges(
  context: Reading,
  rows: Pick<SubjectRows, 'document'>,
  named: number | null,
  error: unknown,
): Promise<unknown> {
  const isConflict = error instanceof Refusal && error.code === 'WORKFLOW_CONFLICT';
  if (!isConflict || named === null || named === rows.document.contentVersion) return error;
  return conflict(context, rows, named);
}
