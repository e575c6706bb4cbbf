import { compareWithModel } from '../../support/worker/model/suite.ts';
import { payments } from '../../support/worker/model/model.ts';

compareWithModel(payments, {
  ids: 'DEC-12, DEC-13, DEC-15, DEC-23, DEC-28, DEC-42, DEC-44, DEC-98, RUN-06, BACK-01, BACK-03, COV-20, NUDGE-01, NUDGE-05, NUDGE-06',
  seeds: [4, 11],
  runs: 8,
  words: [
    'submits',
    'approves',
    'takes it back',
    'sends it back',
    'leaves out a used vote',
    'nudges',
    'is reminded',
    'escalates',
    'denies',
    'pulls',
    'attaches',
    'notes',
    'has it canceled',
    'has its total changed',
    'becomes APPROVED',
  ],
  mutants: {
    'only an admin pulls': { action: 'pull', row: { who: ['ADMIN'] } },
    'an approval is taken back by any approver': { action: 'take-back', row: { who: ['ON_WORKFLOW'] } },
  },
});
