import { and, count, desc, eq, sql } from 'drizzle-orm';
import type { AnyColumn, SQL } from 'drizzle-orm';
import type { OpenQuestion } from '#domain/questions/question-response';
import type { QuestionState } from '#domain/questions/question';
import type { ShowStore, Source, Write } from '#store/d1/open';
import { prepareRead } from '#store/d1/prepared-read';
import { mapQuery } from '#store/d1/query';
import { documentSummary } from './document-summary.ts';
import { documents, notes, purchaseOrders } from '#store/show/tables/document-tables';

/** Inlined, not bound: it is the condition of the partial indexes. */
const isOpen = sql`${notes.questionState} = 'OPEN'`;

const openCount = prepareRead(({ db }, { documentId }: { documentId: string }) => [
  db
    .select({ total: count() })
    .from(notes)
    .where(and(eq(notes.documentId, documentId), isOpen)),
]);

/** How many questions of a document are open (ASK-01). */
export const openQuestionCountQuery = (source: Source, documentId: string) =>
  mapQuery(openCount(source, { documentId }), ([[row]]) => row?.total ?? 0);

/** Sets the state of one question. */
export function setQuestionState({ db, showId }: ShowStore, id: string, questionState: QuestionState): Write {
  return db
    .update(notes)
    .set({ questionState })
    .where(and(eq(notes.showId, showId), eq(notes.id, id)));
}

/** Closes the open questions of a document that ends (ASK-05). */
export function closeQuestions({ showId }: ShowStore, documentId: string): Write {
  return sql`UPDATE notes INDEXED BY notes_open_questions_by_document SET question_state = 'CLOSED'
    WHERE document_id = ${documentId} AND show_id = ${showId} AND question_state = 'OPEN'`;
}

/** The oldest open question of a row of `documents` with the number of open ones; null without one (ASK-03). */
export function openQuestionOf(documentId: AnyColumn): SQL<OpenQuestion | null> {
  // With min(), SQLite takes the other columns from the oldest row.
  return sql`(SELECT json_object('id', q.id, 'asker', q.commenter_name,
      'askedUser', json_object('id', q.asked_id, 'name', q.asked_name), 'since', min(q.created_at), 'count', count(*))
    FROM notes q INDEXED BY notes_open_questions_by_document
    WHERE q.document_id = ${documentId} AND q.question_state = 'OPEN' HAVING count(*) > 0)`.mapWith(
    (text: string) =>
      // A null column is not mapped.
      JSON.parse(text),
  ) as SQL<OpenQuestion | null>;
}

const asked = prepareRead(({ db, showId }, { userId }: { userId: string }, limit: number) => [
  db
    .select({
      ...documentSummary,
      isOwn: sql<number>`${documents.creatorId} = ${userId} OR ${documents.ownerId} = ${userId}`.mapWith(
        Boolean,
      ),
      question: notes.content,
      asker: notes.commenterName,
      since: notes.createdAt,
    })
    .from(notes)
    .crossJoin(documents)
    .leftJoin(purchaseOrders, eq(purchaseOrders.documentId, documents.id))
    .where(
      and(eq(notes.showId, showId), eq(notes.askedId, userId), isOpen, eq(documents.id, notes.documentId)),
    )
    .orderBy(desc(notes.createdAt), desc(notes.id))
    .limit(limit),
]);

/** The open questions to this user, the newest first (ASK-04). */
export const questionsToQuery = (store: Source, userId: string, limit: number) =>
  mapQuery(asked(store, { userId }, limit), ([rows]) => rows);
