import type { DocType } from '../calls.ts';
import type { Chance } from '../random.ts';
import {
  coverOf,
  letFewVote,
  requireCoverApproval,
  requireOneVotePerFlow,
  setupCovers,
} from './approval-setup.ts';
import {
  afterRun,
  anyDocument,
  bulk,
  late,
  ofRun,
  onFlow,
  onFound,
  plain,
  save,
  some,
} from './planned-actions.ts';
import type { PlannedAction, Theme } from './planned-actions.ts';

/** The cover of a user that has not ended, whether it awaits approval or runs. */
export const currentCover =
  'SELECT id FROM covers WHERE user_id = ? AND ended_at IS NULL ORDER BY id LIMIT 1';

/** Mara covers Lena, and sometimes Luis too; covers begin, end and are cancelled while they decide. */
export const covers: Theme = (documents, chance) => {
  const [docType, id] = anyDocument(documents, chance);
  const absent = chance.hits(0.4) ? ['lena', 'luis'] : ['lena'];
  const rows = absent.map((user) => coverOf(user, chance));
  return {
    setup: setupCovers(rows),
    actions: [
      onFlow('mara', 'approve', docType, id),
      ...some(chance, 2, [
        onFlow('lena', 'approve', docType, id),
        onFlow('luis', 'approve', docType, id),
        onFlow('lara', 'approve', docType, id),
      ]),
      ...some(chance, 3, [
        late(chance, onFlow('mara', 'approve', docType, id)),
        late(chance, plain('mara', 'take-back', docType, id)),
        late(chance, onFlow('cass', 'approve', docType, id)),
        onFound('lena', currentCover, (cover) => ({ kind: 'cancel-cover', cover }), ['lena']),
        onFound('ada', currentCover, (cover) => ({ kind: 'cancel-cover', cover }), ['luis']),
        setCover('lara', 'mara', chance),
        setCover('luis', 'mara', chance),
        onFlow('mara', docType === 'PAYMENT' ? 'deny' : 'revise', docType, id),
        onFlow('mara', 'send-back', docType, id),
        bulk('mara', [id], docType),
        afterRun(chance, ofRun('mara', 'undo-bulk')),
        plain('dana', 'nudge', docType, id),
        ...(docType === 'PO' ? [save('luis', 'PO', id, chance)] : []),
      ]),
    ],
    sweepsAt: chance.hits(0.3) ? [chance.below(2500)] : [],
  };
};

export function setCover(user: string, coveringId: string, chance: Chance): PlannedAction {
  const types: readonly DocType[] = ['PO', 'INVOICE', 'PAYMENT'];
  const alternateId = chance.hits(0.5) ? 'cass' : null;
  return { user, kind: 'cover', action: () => ({ kind: 'cover', coveringId, alternateId, types }) };
}

/** Two administrators approve and decline the covers of Lena and Luis, who end them, while others decide (COV-17). */
export const coverApprovals: Theme = (documents, chance) => {
  const [docType, id] = anyDocument(documents, chance);
  const absent = chance.hits(0.4) ? ['lena', 'luis'] : ['lena'];
  const rows = absent.map((user) => ({ ...coverOf(user, chance), awaitsApproval: true }));
  const onCover = (user: string, kind: 'approve-cover' | 'cancel-cover', of = 'lena') =>
    onFound(user, currentCover, (cover) => ({ kind, cover }), [of]);
  return {
    setup: (initialState) => {
      requireCoverApproval(initialState);
      setupCovers(rows)(initialState);
    },
    actions: [
      onCover('ada', 'approve-cover'),
      ...some(chance, 3, [
        onCover('vera', 'approve-cover'),
        onCover('vera', 'cancel-cover'),
        onCover('lena', 'cancel-cover'),
        onCover('ada', 'approve-cover', 'luis'),
        late(chance, onCover('vera', 'approve-cover')),
        late(chance, onCover('ada', 'cancel-cover')),
        late(chance, onCover('lena', 'cancel-cover')),
      ]),
      onFlow('mara', 'approve', docType, id),
      ...some(chance, 4, [
        late(chance, onFlow('mara', 'approve', docType, id)),
        late(chance, onFlow('cass', 'approve', docType, id)),
        onFlow('lena', 'approve', docType, id),
        onFlow('luis', 'approve', docType, id),
        late(chance, plain('mara', 'take-back', docType, id)),
        late(chance, onFlow('mara', docType === 'PAYMENT' ? 'deny' : 'revise', docType, id)),
        setCover('lara', 'mara', chance),
        setCover('mara', 'lara', chance),
        late(chance, onCover('vera', 'approve-cover', 'lara')),
        bulk('mara', [id], docType),
      ]),
    ],
    sweepsAt: chance.hits(0.5) ? [chance.below(2500)] : [],
  };
};

/** Nobody votes twice in a flow whose steps share Abel and Lena, for themselves, on behalf or after a send back (COV-20). */
export const oneVotePerFlow: Theme = ({ racing, early, draft, bill }, chance) => {
  const [docType, id, step] = chance.pick([
    ['PO', racing, 2],
    ['PO', early, 1],
    ['INVOICE', bill, 2],
  ] as const);
  const first = (plannedAction: PlannedAction) => (step === 1 ? [plannedAction] : []);
  const rows = chance.hits(0.5) ? [coverOf(chance.pick(['abel', 'lena']), chance)] : [];
  const replace = (formerId: string, replacementId: string): PlannedAction => ({
    user: 'ada',
    kind: 'replace',
    action: () => ({ kind: 'replace', formerId, replacementId, workflowTemplateId: null }),
  });
  return {
    setup: (initialState) => {
      requireOneVotePerFlow(initialState);
      if (chance.hits(0.3)) letFewVote(initialState, chance.pick(['mara', 'abel', null]));
      setupCovers(rows)(initialState);
    },
    actions: [
      onFlow('abel', 'approve', docType, id),
      ...first(onFlow('lena', 'approve', docType, id)),
      late(chance, onFlow('lena', 'approve', docType, id)),
      late(chance, onFlow('abel', 'approve', docType, id)),
      ...some(chance, 4, [
        onFlow('luis', 'approve', docType, id),
        late(chance, onFlow('luis', 'approve', docType, id)),
        late(chance, onFlow('lara', 'approve', docType, id)),
        onFlow('luis', 'send-back', docType, id),
        late(chance, onFlow('luis', 'send-back', docType, id)),
        plain('abel', 'take-back', docType, id),
        late(chance, plain('lena', 'take-back', docType, id)),
      ]),
      ...some(chance, 4, [
        onFlow('mara', 'approve', docType, id),
        late(chance, onFlow('mara', 'approve', docType, id)),
        late(chance, onFlow('cass', 'approve', docType, id)),
        afterRun(chance, onFlow('abel', 'approve', docType, id)),
        afterRun(chance, onFlow('lena', 'approve', docType, id)),
        afterRun(chance, onFlow('luis', 'approve', docType, id)),
        replace('lara', 'abel'),
        late(chance, replace('luis', 'lena')),
        bulk('lena', [id], docType),
        plain('dana', 'submit', 'PO', draft),
        ...(docType === 'PO' ? [save('luis', 'PO', id, chance), save('lena', 'PO', id, chance)] : []),
      ]),
    ],
    sweepsAt: [chance.below(2500)],
  };
};
