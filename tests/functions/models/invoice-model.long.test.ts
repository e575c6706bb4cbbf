import { compareWithModel } from '../../support/worker/model/suite.ts';
import { invoices } from '../../support/worker/model/model.ts';

compareWithModel(invoices, {
  ids: 'DEC-13, DEC-15, DEC-16, DEC-19, DEC-23, DEC-27, DEC-36, DEC-40, DEC-41, DEC-98, RUN-06, BACK-01, BACK-03, COV-20, NUDGE-01, NUDGE-05, NUDGE-06',
  seeds: [3, 4, 5, 7],
  runs: 10,
  words: [
    'saves (append)',
    'attaches',
    'submits',
    'approves',
    'takes it back',
    'sends it back',
    'leaves out a used vote',
    'nudges',
    'is reminded',
    'escalates',
    'revises',
    'denies',
    'voids',
    'pulls',
    'notes',
    'becomes APPROVED',
  ],
  mutants: {
    'only an admin submits': { action: 'submit', row: { who: ['ADMIN'] } },
    'only an admin nudges': { action: 'nudge', row: { who: ['ADMIN'] } },
  },
});
