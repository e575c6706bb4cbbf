/** Changes of the product's source for `kill.ts`: the latency of its databases, and the faults that it must find. */
import type { Patch } from '../../simulator/patch.ts';
import { simulatorFault } from '../experiment.ts';

/** Round trip to a database in milliseconds. */
const latencyMs = 10;

/** The latency of a remote database; without it a round trip is too short to be interrupted by a kill. */
export const instruments: readonly Patch[] = [
  {
    file: 'functions/store/d1/open.ts',
    find: 'batch: (statements) => withinTimeBudget(() => mapShowMoving(session.batch(statements))),',
    replace: `batch: async (statements) => {
      const way = () => new Promise((done) => setTimeout(done, ${latencyMs}));
      await way();
      const results = await withinTimeBudget(() => mapShowMoving(session.batch(statements)));
      await way();
      return results;
    },`,
  },
];

export const faults = [
  simulatorFault('the answer of a key is not part of the batch', /^twice/),
  {
    name: 'a note is acknowledged before it is written',
    sign: /^lost/,
    patches: [
      {
        file: 'functions/verbs/lifecycle/append-audit-event.ts',
        find: 'const committedRows = await commit(\n',
        replace: `const soon = new Promise((done) => setTimeout(done, 400));
    const later = (...given: Parameters<typeof commit>) => {
      context.runAfterResponse(soon.then(() => commit(...given)));
      return { audience: null } as never;
    };
    const committedRows = later(\n`,
      },
    ],
  },
  {
    name: 'votes are written behind the batch',
    sign: /^votes/,
    patches: [
      {
        file: 'functions/verbs/lifecycle/change-writes.ts',
        find: `    writes.push(
      insertVote(`,
        replace: `    const away = new Promise((done) => setTimeout(done, 0));
    const vote = [
      insertVote(`,
      },
      {
        file: 'functions/verbs/lifecycle/change-writes.ts',
        find: '(castByOf(actor, change.onBehalfOf)),\n      }),\n    );',
        replace: `(castByOf(actor, change.onBehalfOf)),
      }),
    ];
    (context as Pick<RequestContext, 'runAfterResponse'>).runAfterResponse?.(away.then(() => store.write(vote)).catch(() => undefined));`,
      },
    ],
  },
];
