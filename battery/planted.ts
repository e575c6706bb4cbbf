import { inTurns } from '../scripts/processes/map-concurrent.mjs';
import type { Options } from './options.ts';
import type { Patch } from './simulator/patch.ts';
import { runTests } from './vitest.ts';

/** A fault in the product's own text, and the test that must not let it pass. */
interface Fault {
  test: string;
  /** Which of its tests; the others take time. */
  named: string;
  patch: Patch;
}

const lines = (name: string) => `domain/lifecycle-${name}.ts`;
const lives = 'whatever people do';

const faults: Record<string, Fault> = {
  'an order that is sent back needs no revision': {
    test: 'po-model',
    named: lives,
    patch: {
      file: lines('purchase-order'),
      find: 'to: [needsRevision],',
      replace: 'to: [draft, needsRevision],',
    },
  },
  'one vote is enough': {
    test: 'payment-model',
    named: lives,
    patch: {
      file: 'domain/workflow/workflow.ts',
      find: 'approvals.length >= step.approvalsNeeded',
      replace: 'approvals.length >= 1',
    },
  },
  'an invoice that was denied stays in everybody’s queue': {
    test: 'invoice-model',
    named: lives,
    patch: {
      file: 'domain/lifecycle/approval-outcomes.ts',
      find: `    queue: clearQueues,
    archive: input.archive ?? false,`,
      replace: `    queue: { leave: 'NOBODY', join: null },
    archive: input.archive ?? false,`,
    },
  },
  'any file is shown inside the application': {
    test: 'hostile-files',
    named: 'is served inert',
    patch: {
      file: 'functions/routes/files.ts',
      find: "save || !inline.has(file.contentType) ? 'attachment'",
      replace: "save ? 'attachment'",
    },
  },
  'a file keeps the type that its bytes look like': {
    test: 'hostile-files',
    named: 'is served inert',
    patch: {
      file: 'functions/routes/files.ts',
      find: "inline.has(file.contentType) ? file.contentType : 'application/octet-stream'",
      replace: "inline.has(file.contentType) ? file.contentType : 'text/html'",
    },
  },
  'what is shown may run scripts': {
    test: 'hostile-files',
    named: 'is served inert',
    patch: { file: 'functions/routes/files.ts', find: '; sandbox"', replace: '"' },
  },
  'a cell may be a formula': {
    test: 'hostile-text',
    named: 'a formula in log',
    patch: {
      file: 'domain/lists/log-format.ts',
      find: "return formulaStart.test(text) ? `'${text}` : text;",
      replace: 'return text;',
    },
  },
  'a letter takes text for HTML': {
    test: 'hostile-text',
    named: 'a script in log',
    patch: {
      file: 'functions/edges/mail/message-html.tsx',
      find: '<p style={style.noteText}>{note.text}</p>',
      replace: '<p style={style.noteText} dangerouslySetInnerHTML={{ __html: note.text }} />',
    },
  },
};

/**
 * Faults in the text of the running Worker, one after the other: the tests that run it against models, files and texts
 * must each fail. What keeps them honest, as the mutants do the simulator.
 */
export async function plantedInWorker({ threads }: Options): Promise<boolean> {
  const all = Object.entries(faults);
  const found = await inTurns(all, threads, async ([name, fault]) => {
    const isFound = await fails(fault);
    console.log(`  ${isFound ? 'found    ' : 'NOT FOUND'}  ${name} (${fault.test})`);
    return isFound;
  });
  const count = found.filter(Boolean).length;
  console.log(`planted: ${count} of ${all.length} planted faults found`);
  return count === all.length;
}

/** Whether an assertion of the test fails; anything else that goes wrong is thrown. */
async function fails({ test, named, patch }: Fault): Promise<boolean> {
  const options = ['--config', 'vitest.planted.config.ts', '--testNamePattern', named];
  const { code, said } = await runTests(test, { BACKLOT_PLANTED: JSON.stringify(patch) }, options);
  if (code !== 0 && !/AssertionError/.test(said)) throw new Error(said.slice(-2000));
  return code !== 0;
}
