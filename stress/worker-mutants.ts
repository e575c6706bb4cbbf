import { mapConcurrent } from '../scripts/processes/map-concurrent.mjs';
import type { Options } from './options.ts';
import type { Patch } from './simulator/patch.ts';
import { runTests } from './vitest.ts';

/** A fault in the source of the product and the test that must fail for it. */
interface Fault {
  test: string;
  /** Pattern of the test title to run; the other tests take time. */
  testName: string;
  patch: Patch;
}

const modelTests = 'after every step of a random sequence';

const faults: Record<string, Fault> = {
  'an order that is sent back needs no revision': {
    test: 'po-model',
    testName: modelTests,
    patch: {
      file: 'domain/lifecycle/purchase-order-transitions.ts',
      find: 'to: [needsRevision],',
      replace: 'to: [draft, needsRevision],',
    },
  },
  'one vote is enough': {
    test: 'payment-model',
    testName: modelTests,
    patch: {
      file: 'domain/workflow/vote.ts',
      find: 'approvals.length >= step.approvalsNeeded',
      replace: 'approvals.length >= 1',
    },
  },
  'an invoice that was denied stays in everybody’s queue': {
    test: 'invoice-model',
    testName: modelTests,
    patch: {
      file: 'domain/lifecycle/approval-outcomes.ts',
      find: `    queue: clearQueues,
    archive: input.archive ?? false,`,
      replace: `    queue: { leave: 'NOBODY', join: null },
    archive: input.archive ?? false,`,
    },
  },
  'a send back leaves the votes that it drops': {
    test: 'invoice-model',
    testName: modelTests,
    patch: {
      file: 'domain/workflow/send-back.ts',
      find: `: { ...step, status: 'PENDING', approvals: [] },
  );
  const sendBacks`,
      replace: `: { ...step, status: 'PENDING' },
  );
  const sendBacks`,
    },
  },
  'an approver of two steps decides both, though the show has one approval per person': {
    test: 'one-vote-cells.test',
    testName: 'approve',
    patch: {
      file: 'domain/workflow/workflow.ts',
      find: '!hasApproved(step, userId) && !usedVoteIds.includes(userId)',
      replace: '!hasApproved(step, userId)',
    },
  },
  'a vote on behalf of another leaves its sender their own one': {
    test: 'one-vote-behalf-cells',
    testName: 'deny',
    patch: {
      file: 'domain/workflow/one-vote.ts',
      find: 'castBy ? [userId, castBy.userId] : [userId]',
      replace: '[userId]',
    },
  },
  'a vote returns after a send back, though its voter has voted on another step since': {
    test: 'po-model',
    testName: 'whose voter has voted since',
    patch: {
      file: 'domain/workflow/send-back.ts',
      find: '!step.approvals.flatMap(votersOf).some((userId) => usedVoteIds.includes(userId))',
      replace: 'step.approvals.length > 0',
    },
  },
  'an approver of two steps decides both, though no step lacks approvers': {
    test: 'payment-model',
    testName: modelTests,
    patch: {
      file: 'domain/workflow/one-vote.ts',
      find: 'if (!oneVotePerFlow) return [];',
      replace: 'if (!oneVotePerFlow || steps.length > 0) return [];',
    },
  },
  'a vote that a send back dropped is still used': {
    test: 'one-vote-cells.long',
    testName: 'that is sentBack',
    patch: {
      file: 'domain/workflow/send-back.ts',
      find: `: { ...step, status: 'PENDING', approvals: [] },
  );
  const sendBacks`,
      replace: `: { ...step, status: 'PENDING' },
  );
  const sendBacks`,
    },
  },
  'a covering user takes back approvals only in their own department': {
    test: 'one-vote-cells.test',
    testName: 'takeBack',
    patch: {
      file: 'domain/lifecycle/subject.ts',
      find: 'return isOwn ? mayApprove(step, subject, actor) : isApprover(actor.role);',
      replace: 'return mayApprove(step, subject, actor);',
    },
  },
  'any file is shown inside the application': {
    test: 'hostile-files',
    testName: 'is served inert',
    patch: {
      file: 'functions/routes/files.ts',
      find: "save || !inline.has(file.contentType) ? 'attachment'",
      replace: "save ? 'attachment'",
    },
  },
  'a file keeps the type that its bytes look like': {
    test: 'hostile-files',
    testName: 'is served inert',
    patch: {
      file: 'functions/routes/files.ts',
      find: "inline.has(file.contentType) ? file.contentType : 'application/octet-stream'",
      replace: "inline.has(file.contentType) ? file.contentType : 'text/html'",
    },
  },
  'what is shown may run scripts': {
    test: 'hostile-files',
    testName: 'is served inert',
    patch: { file: 'functions/routes/files.ts', find: '; sandbox"', replace: '"' },
  },
  'a cell may be a formula': {
    test: 'hostile-text',
    testName: 'a formula in log',
    patch: {
      file: 'domain/lists/log-format.ts',
      find: "return formulaStart.test(text) ? `'${text}` : text;",
      replace: 'return text;',
    },
  },
  'a letter takes text for HTML': {
    test: 'hostile-text',
    testName: 'a script in log',
    patch: {
      file: 'functions/edges/mail/message-html.tsx',
      find: `style={style.noteText}>
                  {note.text}
                </p>`,
      replace: 'style={style.noteText} dangerouslySetInnerHTML={{ __html: note.text }} />',
    },
  },
};

/**
 * Applies faults to the running Worker one after the other: the tests against models, files and texts must each fail.
 * This checks those tests, as the mutants check the simulator.
 */
export async function mutantsInWorker({ threads }: Options): Promise<boolean> {
  const all = Object.entries(faults);
  const found = await mapConcurrent(all, threads, async ([name, fault]) => {
    const isFound = await fails(fault);
    console.log(`  ${isFound ? 'found    ' : 'NOT FOUND'}  ${name} (${fault.test})`);
    return isFound;
  });
  const count = found.filter(Boolean).length;
  console.log(`planted: ${count} of ${all.length} planted faults found`);
  return count === all.length;
}

/** Whether an assertion of the test fails. Throws for any other error. */
async function fails({ test, testName, patch }: Fault): Promise<boolean> {
  const options = ['--config', 'vitest.planted.config.ts', '--testNamePattern', testName];
  const { code, output } = await runTests(test, { BACKLOT_PLANTED: JSON.stringify(patch) }, options);
  if (code !== 0 && !/AssertionError/.test(output)) throw new Error(output.slice(-2000));
  return code !== 0;
}
