import type { Mutant } from './mutants.ts';

/** Faults in batched writes and reads of several documents. */
export const batchMutants: readonly Mutant[] = [
  {
    name: 'every payment of a bulk approval is released with the rows of the first',
    theme: 'payments',
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
    theme: 'payments',
    patches: [
      {
        file: 'functions/verbs/approval/perform-action-batch.ts',
        find: "    if (result?.status === 'fulfilled' && !applied) conflicts.push(n);\n",
        replace: '',
      },
    ],
  },
  {
    name: 'a notification delivered twice in one batch is sent twice',
    theme: 'files',
    patches: [{ file: 'functions/verbs/jobs/run-job.ts', find: '    pending.delete(id);\n', replace: '' }],
  },
  {
    name: 'notifications of one batch reach only one recipient',
    theme: 'files',
    patches: [
      {
        file: 'functions/verbs/notifications/notify-user.ts',
        find: 'const person = people.get(job.userId);',
        replace: 'const [person] = people.values();',
      },
    ],
  },
];
