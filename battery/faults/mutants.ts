import { mutants } from '../simulator/mutants/mutants.ts';
import type { Mutant } from '../simulator/mutants/mutants.ts';

/** Faults that the simulator knows too. */
function known(...names: readonly string[]): Mutant[] {
  return names.map((name) => {
    const mutant = mutants.find((one) => one.name === name);
    if (!mutant) throw new Error(`There is no fault called: ${name}`);
    return mutant;
  });
}

/** What each part must find. */
export const planted: Record<'queue' | 'database', readonly Mutant[]> = {
  queue: [
    ...known(
      'the sweep sends nothing again',
      'an errand is closed before it is carried out',
      'an errand in other hands is taken all the same',
      'accounting is told under a new key each time',
    ),
    // The product had these two.
    {
      name: 'what is no message of ours throws its whole batch back',
      patches: [
        {
          file: 'queues/outbox.ts',
          find: 'batch.messages.filter(isJobMessage);',
          replace: 'batch.messages as readonly Message<OutboxMessage>[];',
        },
      ],
    },
    {
      name: 'an errand of a kind that nobody knows has been done',
      patches: [
        {
          file: 'functions/verbs/jobs/run-job.ts',
          find: 'throw new Error(`There is no errand of the kind',
          replace: 'return null; throw new Error(`There is no errand of the kind',
        },
      ],
    },
  ],
  database: [
    ...known(
      'the event does not ask whether the document is as it was read; nothing guards the chain',
      'the answer of a key is not part of the batch',
      'outbox rows are written after the batch',
      'a lost answer of the database is taken for a lost race',
    ),
    // The product had this one.
    {
      name: 'a database that stalls is waited for as long as it likes',
      patches: [
        {
          file: 'functions/store/d1/time-budget.ts',
          find: 'return await Promise.race([trip(), late]);',
          replace: 'late.catch(() => undefined); return await trip();',
        },
      ],
    },
  ],
};
