/** OPEN until the asked user answers, somebody withdraws it, or the document ends (ASK-05). */
export const questionStates = ['OPEN', 'ANSWERED', 'WITHDRAWN', 'CLOSED'] as const;
export type QuestionState = (typeof questionStates)[number];
