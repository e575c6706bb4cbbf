import type { Mutant } from './mutants.ts';

/** Faults in batched writes and reads of several documents. */
export const batchMutants: readonly Mutant[] = [
  {
    name: 'every payment of a bulk approval is released with the rows of the first',
    patches: [
      {
        file: 'functions/verbs/bulk/release-batch.ts',
        find: 'const pushRows = rows[entry.id];',
        replace: "const pushRows = rows[leased[0]?.id ?? ''];",
      },
    ],
  },
  {
    name: 'a payment of a bulk approval that was overtaken is reported as approved',
    patches: [
      {
        file: 'functions/verbs/approval/perform-action-batch.ts',
        find: "    if (result?.status === 'fulfilled' && !applied) conflicts.push(n);\n",
        replace: '',
      },
    ],
  },
];
