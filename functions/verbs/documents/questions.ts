import { Refusal } from '#domain/codes';
import type { DocType } from '#domain/document';
import type { Note } from '#domain/documents/document-response';
import type { QuestionDraft } from '#domain/documents/note-input';
import { maxOpenQuestions } from '#domain/questions/question';
import type { DocumentReaders } from '#domain/questions/question-response';
import { askRefusal, mayWithdrawQuestion } from '#domain/questions/question-permission';
import { publish } from '#edges/publish-realtime';
import type { Write } from '#store/d1/open';
import type { PlanRows, Reading } from '#store/d1/query';
import { readersQuery } from '#store/directory/document-audience';
import { noteQuery } from '#store/show/documents/notes';
import { openQuestionCountQuery, setQuestionState } from '#store/show/documents/questions';
import { changeAudienceQuery } from '#store/show/documents/read-change-audience';
import type { SubjectRows } from '#store/show/documents/read-document';
import { appendAuditEvent } from '#verbs/lifecycle/append-audit-event';
import { subjectPlan } from '#verbs/lifecycle/perform-action';
import { requireVisible } from '#verbs/lifecycle/reachable-document';
import { actorOf, subjectOf } from '#verbs/lifecycle/subject';
import { noticeRows } from '#verbs/outbox/jobs';
import type { OutboxRow } from '#verbs/outbox/jobs';
import { readersOf } from '#verbs/realtime/document-readers';
import { fullName } from '#verbs/request/context';
import type { MembershipContext, RequestContext } from '#verbs/request/context';
import { eventDeliveries } from '#verbs/webhooks/enqueue-deliveries';
import type { notePlan } from './notes.ts';
import { noteOf } from './view-parts.ts';

/** Reads who may see a document. */
const audiencePlan = ({ store, directory }: Pick<MembershipContext, 'store' | 'directory'>, id: string) => ({
  audience: changeAudienceQuery(store, id),
  readers: readersQuery(directory),
});

/** What a question or an answer needs beyond a note; nothing for any other note. */
export const questionPlan = (
  context: Pick<MembershipContext, 'store' | 'directory'>,
  documentId: string,
  { askedUserId = null, questionId = null }: QuestionDraft,
) => ({
  ...(askedUserId === null
    ? { audience: null, readers: null, openCount: null }
    : {
        ...audiencePlan(context, documentId),
        openCount: openQuestionCountQuery(context.store, documentId),
      }),
  question: questionId === null ? null : noteQuery(context.store, documentId, questionId),
});
type QuestionRows = PlanRows<typeof questionPlan>;

/** How a question or an answer is stored, and whom it notifies; null for any other note. */
export interface QuestionPart {
  action: 'ask' | 'answer';
  columns: {
    askedId: string | null;
    askedName: string | null;
    questionState: 'OPEN' | null;
    answeredId: string | null;
  };
  payload: Record<string, string>;
  writes: readonly Write[];
  notified: string;
}

export const noQuestion = { askedId: null, askedName: null, questionState: null, answeredId: null };

/** Throws when this user may not ask, or may not answer this question (ASK-01, ASK-02). */
export function questionPart(
  context: RequestContext,
  rows: SubjectRows,
  { askedUserId = null, questionId = null }: QuestionDraft,
  reads: QuestionRows,
): QuestionPart | null {
  if (askedUserId !== null) return askedPart(context, rows, askedUserId, reads);
  return questionId === null ? null : answerPart(context, reads.question);
}

function askedPart(
  context: RequestContext,
  rows: SubjectRows,
  askedId: string,
  { audience, readers, openCount }: QuestionRows,
): QuestionPart {
  const code = askRefusal(subjectOf(rows, context), actorOf(context));
  if (code !== null) throw new Refusal(code);
  const asked = readersOf(readers ?? [], audience).find(({ userId }) => userId === askedId);
  if (!asked || askedId === context.user.id) throw new Refusal('invalid_parameter', { status: 422 });
  if ((openCount ?? 0) >= maxOpenQuestions)
    throw new Refusal('invalid_parameter', {
      status: 422,
      message: `A document has at most ${maxOpenQuestions} open questions.`,
    });
  const askedName = fullName(asked);
  return {
    action: 'ask',
    columns: { ...noQuestion, askedId, askedName, questionState: 'OPEN' },
    payload: { askedId, askedName },
    writes: [],
    notified: askedId,
  };
}

function answerPart({ store, user }: RequestContext, question: QuestionRows['question']): QuestionPart {
  if (!question?.questionState) throw new Refusal('NOT_FOUND');
  if (question.askedId !== user.id) throw new Refusal('FORBIDDEN');
  if (question.questionState !== 'OPEN') throw new Refusal('WORKFLOW_CONFLICT');
  return {
    action: 'answer',
    columns: { ...noQuestion, answeredId: question.id },
    payload: { questionId: question.id },
    writes: [setQuestionState(store, question.id, 'ANSWERED')],
    notified: question.commenterId,
  };
}

/** The e-mail and the deliveries of a question or an answer, for the batch of its note (ASK-04, ASK-06). */
export function questionJobs(context: RequestContext, rows: SubjectRows, { action, notified }: QuestionPart) {
  const isQuestion = action === 'ask';
  const recipients = notified === context.user.id ? [] : [notified];
  return (version: number): OutboxRow[] => [
    ...noticeRows(context, rows, version, recipients, isQuestion ? 'QUESTION' : 'ANSWER'),
    ...eventDeliveries(context, rows, isQuestion ? 'question.asked' : 'question.answered', version),
  ];
}

/** Shows the question or the answer to the user whom it concerns, if they have Backlot open (ASK-04). Best effort. */
export function publishQuestion(
  { env, store, user, runAfterResponse }: RequestContext,
  document: SubjectRows['document'],
  text: string,
  { action, notified }: QuestionPart,
): void {
  const { showId } = store;
  const data = {
    docType: document.type,
    docId: document.id,
    showId,
    kind: action === 'ask' ? ('ASKED' as const) : ('ANSWERED' as const),
    userName: fullName(user),
    text,
    isOwn: [document.creatorId, document.ownerId].includes(notified),
  };
  runAfterResponse(publish({ env, store }, { event: 'question_update', data, showId, to: [notified] }));
}

/** Withdraws an open question; again, it changes nothing. Throws `FORBIDDEN`, `NOT_FOUND`, `WORKFLOW_CONFLICT` (ASK-05). */
export async function withdrawQuestion(
  context: RequestContext,
  docType: DocType,
  reading: Reading<ReturnType<typeof notePlan>>,
): Promise<Note> {
  let withdrawn: Note | null = null;
  await appendAuditEvent(context, docType, 'withdraw-question', reading, (rows, { note }) => {
    if (!note?.questionState) throw new Refusal('NOT_FOUND');
    const mayWithdraw = mayWithdrawQuestion(note.commenterId, subjectOf(rows), actorOf(context));
    if (!mayWithdraw) throw new Refusal('FORBIDDEN');
    withdrawn = noteOf({ ...note, questionState: 'WITHDRAWN' });
    if (note.questionState === 'WITHDRAWN') return null;
    if (note.questionState !== 'OPEN') throw new Refusal('WORKFLOW_CONFLICT');
    return {
      payload: { questionId: note.id, askedName: note.askedName ?? '' },
      writes: [setQuestionState(context.store, note.id, 'WITHDRAWN')],
    };
  });
  if (!withdrawn) throw new Refusal('NOT_FOUND');
  return withdrawn;
}

export const documentReadersPlan = (context: Pick<MembershipContext, 'store' | 'directory'>, id: string) => ({
  ...subjectPlan(context, id),
  ...audiencePlan(context, id),
});

/** The users who may see a document, and so may be asked about it, by name (ASK-01). */
export function documentReaders(
  context: RequestContext,
  docType: DocType,
  { subject, audience, readers }: PlanRows<typeof documentReadersPlan>,
): DocumentReaders {
  requireVisible(context, docType, subject);
  const people = readersOf(readers, audience)
    .filter(({ userId }) => userId !== context.user.id)
    .map((reader) => ({ id: reader.userId, name: fullName(reader) }));
  return { people: people.toSorted((one, other) => one.name.localeCompare(other.name)) };
}
