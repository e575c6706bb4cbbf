import { mutants } from '../simulator/mutants/mutants.ts';
import type { Mutant } from '../simulator/mutants/mutants.ts';

/** Returns mutants that the simulator also uses. Throws when a name is unknown. */
function mutantsNamed(...names: readonly string[]): Mutant[] {
  return names.map((name) => {
    const mutant = mutants.find((one) => one.name === name);
    if (!mutant) throw new Error(`There is no fault called: ${name}`);
    return mutant;
  });
}

/** The mutants that each part must find. */
export const mutantsByPart: Record<'queue' | 'database', readonly Mutant[]> = {
  queue: [
    ...mutantsNamed(
      'the sweep sends nothing again',
      'a job is closed before it has run',
      'a job leased by another consumer is claimed all the same',
      'accounting gets a new key for each push',
    ),
    // The product once had these two bugs.
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
      name: 'a job of an unknown kind counts as done',
      patches: [
        {
          file: 'functions/verbs/jobs/run-job.ts',
          find: 'throw new Error(`There is no job of the kind',
          replace: 'return null; throw new Error(`There is no job of the kind',
        },
      ],
    },
  ],
  database: [
    ...mutantsNamed(
      'the event does not ask whether the document is as it was read; nothing guards the chain',
      'the answer of a key is not part of the batch',
      'outbox rows are written after the batch',
      'a lost answer of the database is taken for a lost race',
    ),
    // The product once had this bug.
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
