import { looseScan, scanOf, showId } from '../studio.ts';
import { allowLinks, coverOf, linkToken, runReminders, setupCovers } from './approval-setup.ts';
import {
  afterRun,
  anyDocument,
  attach,
  bulk,
  bulkAction,
  late,
  ofRun,
  onFlow,
  onFound,
  plain,
  save,
  some,
  voters,
} from './planned-actions.ts';
import type { PlannedAction, Theme } from './planned-actions.ts';
import { budget } from './budget-theme.ts';
import { coverApprovals, covers, currentCover, oneVotePerFlow, setCover } from './cover-themes.ts';
import { bulkPushes, paymentSubmits } from './bulk-themes.ts';
import { reductions } from './reduction-theme.ts';
import { returns } from './return-theme.ts';

const openQuestion =
  "SELECT id FROM notes WHERE document_id = ? AND question_state = 'OPEN' ORDER BY id LIMIT 1";

/** Ada replaces Lena by Mara, in all flows or in one, and in what waits, while others decide, edit and submit. */
const replacements: Theme = ({ racing, early, draft, bill, payments }, chance) => {
  const flows = ['flow', 'bills', 'pay'].map((slug) => `${showId}_${slug}`);
  const workflowTemplateId = chance.hits(0.3) ? chance.pick(flows) : null;
  const replace = (to: string): PlannedAction => ({
    user: 'ada',
    kind: 'replace',
    action: () => ({ kind: 'replace', formerId: 'lena', replacementId: to, workflowTemplateId }),
  });
  return {
    // Of the two orders in approval one is of another flow, as after a change of the default flow.
    setup: ({ database }) => {
      if (workflowTemplateId !== null)
        database.rows("UPDATE workflows SET template_id = 'other' WHERE document_id = ?", early);
    },
    actions: [
      replace('mara'),
      // Other writers, whenever the jobs run.
      ...[...payments, ...payments.slice(-1)].map((id) => ({
        ...plain('ada', 'note', 'PAYMENT', id),
        after: chance.below(1500),
      })),
      ...some(chance, 4, [
        onFlow('lena', 'approve', 'PO', racing),
        onFlow('luis', 'approve', 'PO', racing),
        onFlow('lena', 'approve', 'INVOICE', bill),
        onFlow('lena', 'approve', 'PAYMENT', chance.pick(payments)),
        onFlow('sol', 'approve', 'PAYMENT', chance.pick(payments)),
        onFlow('abel', 'approve', 'PO', early),
        onFlow('lena', 'revise', 'PO', racing),
      ]),
      ...some(chance, 4, [
        plain('dana', 'submit', 'PO', draft),
        plain('dana', 'pull', 'PO', racing),
        plain('ada', 'pull', 'PAYMENT', chance.pick(payments)),
        plain('lena', 'take-back', 'PO', racing),
        late(chance, plain('lena', 'take-back', 'INVOICE', bill)),
        afterRun(chance, plain('lena', 'take-back', 'PO', racing)),
        afterRun(chance, onFlow('luis', 'send-back', 'PO', racing)),
        late(chance, onFlow('mara', 'approve', 'PO', racing)),
        late(chance, onFlow('mara', 'approve', 'INVOICE', bill)),
        late(chance, onFlow('lena', 'approve', 'PO', early)),
        late(chance, onFlow('luis', 'send-back', 'PO', racing)),
        save('luis', 'PO', racing, chance),
        bulk('lena', payments),
        late(chance, replace(chance.pick(['mara', 'cass']))),
        setCover('lena', 'cass', chance),
      ]),
    ],
    sweepsAt: chance.hits(0.5) ? [chance.below(70_000)] : [],
  };
};

/** Links of e-mails, clicked more than once and by others, while the document changes. */
const links: Theme = (documents, chance) => {
  const [docType, id] = anyDocument(documents, chance);
  const cover = chance.hits(0.4) ? coverOf('lena', chance) : null;
  const holders = [
    ...(docType === 'PAYMENT' ? ['lena', 'sol'] : ['lena', 'luis']),
    ...(cover ? ['mara'] : []),
  ];
  const click = (user: string): PlannedAction => ({
    user,
    kind: 'mail-link',
    action: () => ({
      kind: 'mail-link',
      token: linkToken(user, id),
      session: chance.pick([user, user, null, null, 'lara']),
    }),
  });
  return {
    setup: (initialState) => {
      if (cover) setupCovers([cover])(initialState);
      allowLinks(initialState, { docType, id, holders, coverId: cover?.id ?? null }, chance.hits(0.6));
    },
    actions: [
      ...holders.map(click),
      click('lena'),
      late(chance, click('lena')),
      ...some(chance, 3, [
        onFlow('lena', 'approve', docType, id),
        plain('lena', 'take-back', docType, id),
        late(chance, plain('lena', 'take-back', docType, id)),
        onFlow('luis', 'send-back', docType, id),
        onFound('lena', currentCover, (found) => ({ kind: 'cancel-cover', cover: found }), ['lena']),
        ...(docType === 'PO' ? [save('lara', 'PO', id, chance), save('luis', 'PO', id, chance)] : []),
        ...(docType === 'INVOICE' ? [attach(id, [scanOf('LR-1'), scanOf(looseScan)])] : []),
        plain(docType === 'INVOICE' ? 'ivan' : 'dana', 'note', docType, id),
      ]),
    ],
  };
};

/** Documents that have waited for long, whose approvers are reminded and get help while they decide. */
const escalations: Theme = (documents, chance) => {
  const [docType, id] = anyDocument(documents, chance);
  const owner = docType === 'PO' ? 'dana' : docType === 'INVOICE' ? 'ivan' : 'ada';
  return {
    setup: runReminders(chance.pick(['mara', 'mara', 'luis'])),
    actions: [
      ...some(
        chance,
        2,
        voters.map((user) => onFlow(user, 'approve', docType, id)),
      ),
      plain(owner, 'nudge', docType, id),
      late(chance, plain(owner, 'nudge', docType, id)),
      late(chance, onFlow('mara', 'approve', docType, id)),
      ...some(chance, 2, [
        plain('lena', 'take-back', docType, id),
        onFlow('luis', 'send-back', docType, id),
        plain(owner, 'pull', docType, id),
        late(chance, plain(owner, 'submit', docType, id)),
        plain('ada', 'note', docType, id),
        setCover('lena', 'mara', chance),
      ]),
    ],
    sweepsAt: [0, chance.below(100), chance.below(2500), chance.below(130_000)],
  };
};

/** A question to the owner and its end, while others decide. */
const questions: Theme = (documents, chance) => {
  const [docType, id] = anyDocument(documents, chance);
  const asked = docType === 'PO' ? 'dana' : docType === 'INVOICE' ? 'ivan' : 'ada';
  const ofQuestion = (user: string, kind: 'answer' | 'withdraw-question') =>
    onFound(user, openQuestion, (question) => ({ kind, docType, id, question }), [id]);
  const ask: PlannedAction['action'] = () => ({ kind: 'ask', docType, id, asked });
  return {
    actions: [
      { user: 'lena', kind: 'ask', action: ask, after: chance.below(10) },
      late(chance, ofQuestion(asked, 'answer')),
      late(chance, ofQuestion('lena', 'withdraw-question')),
      ...(chance.hits(0.4)
        ? [late(chance, onFlow('lena', docType === 'PO' ? 'void' : 'deny', docType, id))]
        : []),
      ...some(
        chance,
        3,
        voters.map((user) => onFlow(user, 'approve', docType, id)),
      ),
      ...some(chance, 2, [
        { user: 'luis', kind: 'ask', action: ask },
        late(chance, ofQuestion(asked, 'answer')),
        late(chance, onFlow('lara', 'approve', docType, id)),
        late(chance, onFlow('sol', 'approve', docType, id)),
        plain('lena', 'take-back', docType, id),
      ]),
    ],
  };
};

/** Bulk approval of each type, its undo, and bulk submit, while others decide and edit. */
const bulkRuns: Theme = ({ racing, early, draft, bill, billDraft, payments }, chance) => {
  const [docType, ids, id] = chance.pick([
    ['PO', [racing, early], racing],
    ['INVOICE', [bill], bill],
    ['PAYMENT', payments, payments[0] ?? ''],
  ] as const);
  return {
    actions: [
      bulk('lena', ids, docType),
      afterRun(chance, ofRun('lena', 'undo-bulk')),
      afterRun(chance, ofRun('lena', 'undo-bulk')),
      ...some(chance, 3, [
        onFlow('luis', 'approve', docType, id),
        afterRun(chance, onFlow('luis', 'approve', docType, id)),
        onFlow('sol', 'approve', docType, id),
        onFlow('lena', 'approve', docType, id),
        plain('lena', 'take-back', docType, id),
        afterRun(chance, plain('lena', 'take-back', docType, id)),
        afterRun(chance, onFlow('lena', 'approve', docType, id)),
        afterRun(chance, bulk('lena', ids, docType)),
        onFlow('luis', 'send-back', docType, id),
        late(chance, ofRun('lena', 'retry-bulk')),
        ...(docType === 'PO' ? [save('lara', 'PO', id, chance), save('luis', 'PO', id, chance)] : []),
      ]),
      ...some(chance, 2, [
        bulkAction('dana', 'bulk-submit', 'PO', [draft, racing]),
        bulkAction('ivan', 'bulk-submit', 'INVOICE', [billDraft]),
        save('dana', 'PO', draft, chance),
        plain('dana', 'submit', 'PO', draft),
      ]),
    ],
  };
};

/** An approval and its undo within the seconds in which the next approver votes. */
const takeBacks: Theme = (documents, chance) => {
  const [docType, id] = anyDocument(documents, chance);
  const soon = (plannedAction: PlannedAction) => ({ ...plannedAction, after: 20 + chance.below(60) });
  const second = docType === 'PAYMENT' ? 'sol' : 'luis';
  return {
    setup: setupCovers(chance.hits(0.3) ? [coverOf('luis', chance)] : []),
    actions: [
      { ...onFlow('lena', 'approve', docType, id), after: chance.below(10) },
      soon(plain('lena', 'take-back', docType, id)),
      soon(onFlow(second, 'approve', docType, id)),
      ...some(chance, 3, [
        soon(plain(second, 'take-back', docType, id)),
        soon(onFlow('mara', 'approve', docType, id)),
        late(chance, plain('mara', 'take-back', docType, id)),
        late(chance, onFlow('lena', 'approve', docType, id)),
        late(chance, plain('lena', 'take-back', docType, id)),
        late(chance, onFlow(second, 'send-back', docType, id)),
        late(chance, onFlow('abel', 'approve', docType, id)),
        soon(plain('ada', 'note', docType, id)),
        ...(docType === 'PO' ? [soon(save('lara', 'PO', id, chance))] : []),
      ]),
    ],
  };
};

export const approvalThemes: Readonly<Record<string, Theme>> = {
  covers,
  coverApprovals,
  oneVotePerFlow,
  replacements,
  links,
  escalations,
  questions,
  bulkRuns,
  bulkPushes,
  paymentSubmits,
  returns,
  takeBacks,
  reductions,
  budget,
};
