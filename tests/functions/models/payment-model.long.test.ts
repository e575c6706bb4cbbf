import { compareWithModel } from '../../support/worker/model/suite.ts';
import { payments } from '../../support/worker/model/model.ts';

compareWithModel(payments, {
  ids: 'DEC-12, DEC-13, DEC-15, DEC-23, DEC-28, DEC-42, DEC-44, DEC-98',
  seeds: [4, 10],
  runs: 8,
  words: [
    'submits',
    'approves',
    'takes it back',
    'denies',
    'pulls',
    'attaches',
    'notes',
    'has it canceled',
    'has its total changed',
    'becomes APPROVED',
  ],
  mutants: { 'only an admin pulls': { action: 'pull', row: { who: ['ADMIN'] } } },
});
