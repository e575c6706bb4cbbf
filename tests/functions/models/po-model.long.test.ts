import { compareWithModel } from '../../support/worker/model/suite.ts';
import { orders } from '../../support/worker/model/model.ts';

compareWithModel(orders, {
  ids: 'DEC-13, DEC-16, DEC-19, DEC-22, DEC-25, DEC-26, DEC-40, DEC-41, DEC-51, DEC-98, RUN-06, BACK-01, BACK-03, COV-20, NUDGE-01, NUDGE-05, NUDGE-06',
  seeds: [20_261_121, 7, 42, 1969],
  runs: 6,
  words: [
    'submits',
    'approves',
    'takes it back',
    'sends it back',
    'leaves out a used vote',
    'nudges',
    'is reminded',
    'escalates',
    'revises',
    'voids',
    'pulls',
    'adjusts',
    'discards',
    'pushes',
    'notes',
    'becomes VOID',
  ],
  mutants: {
    'only an admin submits': { action: 'submit', row: { who: ['ADMIN'] } },
    'any approver sends it back': { action: 'send-back', row: { who: ['ON_WORKFLOW'] } },
  },
});
