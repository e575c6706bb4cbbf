import type { OpenQuestion } from './question-response.ts';

/** OPEN until the addressee answers, a user withdraws it, or the document ends (ASK-05). */
export const questionStates = ['OPEN', 'ANSWERED', 'WITHDRAWN', 'CLOSED'] as const;
export type QuestionState = (typeof questionStates)[number];

const stateTexts: Record<QuestionState, string> = {
  OPEN: 'open',
  ANSWERED: 'answered',
  WITHDRAWN: 'withdrawn',
  CLOSED: 'closed without an answer',
};

/** `Question to Dana Reed (open)` or `Answer`; '' for any other note (ASK-06). */
export function questionLabel({
  question,
  questionId,
}: {
  question?: { askedUser: { name: string }; state: QuestionState } | undefined;
  questionId?: string | undefined;
}): string {
  if (question) return `Question to ${question.askedUser.name} (${stateTexts[question.state]})`;
  return questionId ? 'Answer' : '';
}

/** Open questions of one document (ASK-01). */
export const maxOpenQuestions = 20;

/** Statuses that end a document, and with it its questions (ASK-05). */
export const endedStatuses: readonly string[] = ['VOID', 'DENIED', 'CANCELED'];

/** The open questions among the notes of a document, oldest first. */
export function openQuestionsOf<
  Note extends { createdTimestamp: string; question?: { state: QuestionState } | undefined },
>(notes: readonly Note[]): Note[] {
  return notes
    .filter(({ question }) => question?.state === 'OPEN')
    .toSorted((one, other) => one.createdTimestamp.localeCompare(other.createdTimestamp));
}

/** `Lena Stone asked Dana Reed`, with the number of further open questions. */
export function openQuestionText({ asker, askedUser, count }: OpenQuestion): string {
  const more = count > 1 ? `, and ${count - 1} more` : '';
  return `${asker} asked ${askedUser.name}${more}`;
}
