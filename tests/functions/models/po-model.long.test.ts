import { compareWithModel } from '../../support/worker/model/suite.ts';
import { orders } from '../../support/worker/model/model.ts';

compareWithModel(orders, {
  ids: 'DEC-13, DEC-16, DEC-19, DEC-22, DEC-25, DEC-26, DEC-40, DEC-41, DEC-51, DEC-98',
  seeds: [20_261_121, 7, 42, 1969],
  runs: 6,
  words: [
    'submits',
    'approves',
    'takes it back',
    'revises',
    'voids',
    'pulls',
    'adjusts',
    'discards',
    'pushes',
    'notes',
    'becomes VOID',
  ],
  mutants: { 'only an admin submits': { action: 'submit', row: { who: ['ADMIN'] } } },
});
