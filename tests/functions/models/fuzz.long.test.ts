import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { routeOf, type Call, type FuzzData } from '../../support/fuzz/calls.ts';
import { fuzz, type Outcome, type Send } from '../../support/fuzz/run.ts';
import { openFuzzStudio, restore, shapesOf } from '../../support/fuzz/studio.ts';
import { fetchWorker, rowsOf, studioEnv } from '../../support/worker/fixtures/studio.ts';
import type { ApiResponse } from '../../support/fuzz/assertions.ts';
import { expectedAccess } from '../../support/worker/route-faults.ts';
import { cast } from '../../support/worker/fixtures/three-shows.ts';

/** Number of calls of each kind per route; `VITE_BACKLOT_SEED` repeats a failed run. */
const runs = Number(process.env['VITE_BACKLOT_FUZZ'] ?? 8);
const seed = Number(process.env['VITE_BACKLOT_SEED'] ?? 20_261_121);
/** `2/8`: the second of eight shares of the routes, which the stress tests runs concurrently. */
const [share = 1, shares = 1] = (process.env['VITE_BACKLOT_SHARE'] ?? '1/1').split('/').map(Number);
const shapes = shapesOf();
const guarantor = cast.find(({ role }) => role === 'Guarantor')!.name;
const own = shapes.filter((_, index) => index % shares === share - 1);
const outcomes = new Map<string, Outcome>();

let given: FuzzData;
beforeAll(async () => {
  given = await openFuzzStudio();
});
afterEach(restore);

describe(`every route, from its own schema (seed ${seed})`, () => {
  test.each(own.map((shape) => ({ route: routeOf(shape), shape })))(
    'DEC-02, ER-01: $route',
    async ({ route, shape }) => {
      const outcome = await fuzz(shape, { ...given, seed, runs });
      outcomes.set(route, outcome);
      expect(outcome.faults, `seed ${seed}`).toEqual([]);
    },
    3_600_000,
  );

  test.each(own.map((shape) => ({ route: routeOf(shape), shape })))(
    'BUD-88, BUD-89: a guarantor learns nothing of documents from $route',
    async ({ route, shape }) => {
      const access = expectedAccess[route];
      const isClosed = access?.who === 'member' || access?.who === 'document';
      const isRefused = isClosed && !access.isForGuarantors && !route.startsWith('GET /api/cost-reports/');
      const caller = {
        name: guarantor,
        faultOf: ({ status, text }: ApiResponse, { path }: Call) => {
          if (isRefused && status < 400) return `open to a guarantor: ${status}`;
          // An answer may repeat the id that the call named.
          const [found] = /alpha1_\w+|Lumen/.exec(text.replaceAll(path.split('/').at(-1) || '/', '')) ?? [];
          return found === undefined ? null : `tells ${found} to a guarantor`;
        },
      };
      const { faults } = await fuzz(shape, { ...given, seed, runs: Math.ceil(runs / 4), caller });
      expect(faults, `seed ${seed}`).toEqual([]);
    },
    3_600_000,
  );

  test('most valid calls succeed, and no route rejects the schema of all of them', () => {
    const all = [...outcomes];
    const sum = (statuses: Record<number, number>, isCounted: (status: number) => boolean) =>
      Object.entries(statuses).reduce(
        (total, [status, times]) => total + (isCounted(Number(status)) ? times : 0),
        0,
      );
    const calls = all.reduce((total, [, { valid }]) => total + sum(valid, () => true), 0);
    const answered = all.reduce((total, [, { valid }]) => total + sum(valid, (status) => status < 400), 0);
    const refused = all.reduce((total, [, { broken }]) => total + sum(broken, (status) => status >= 400), 0);
    console.log(
      `fuzz: ${own.length} routes, ${calls} valid calls (${answered} done), as many broken (${refused} refused), seed ${seed}`,
    );
    console.log(`FUZZ ${JSON.stringify({ routes: own.length, calls, answered, refused })}`);
    // Checked for all routes together; the stress tests adds up the shares.
    if (shares === 1) {
      expect(answered / calls).toBeGreaterThan(0.5);
      expect(refused / calls).toBeGreaterThan(0.6);
    }
    const rejecting = all.filter(([, { valid }]) => sum(valid, (status) => status !== 400) === 0);
    // They take files with an announced count (BUD-13), and rates, which need a base currency (CURR-05).
    const announced = /^POST \/api\/(budgets\/(actuals\/)?import|currencies\/rates(\/.*)?)$/;
    const rejected = rejecting.map(([route]) => route).filter((route) => !announced.test(route));
    expect(rejected).toEqual([]);
  });
});

/** Stores a vote again on another step of a flow in which nobody approves two steps. */
const secondVote = `INSERT OR IGNORE INTO step_approvals (show_id, step_id, user_id, document_id, at, event_seq)
  SELECT a.show_id, o.id, a.user_id, a.document_id, a.at, 999 FROM step_approvals a
    JOIN workflow_steps s ON s.id = a.step_id
    JOIN workflows w ON w.id = s.workflow_id AND w.one_vote_per_flow = 1
    JOIN workflow_steps o ON o.workflow_id = w.id AND o.id <> s.id
  WHERE a.dropped_at IS NULL AND a.event_seq < 999 LIMIT 1`;

/** Possible faults in the Worker, each around one route. */
const mutants: Record<string, { route: string; says: RegExp; send: Send; restore?: () => Promise<unknown> }> =
  {
    'a long text is too much for it': {
      route: 'POST /api/departments',
      says: /500/,
      send: async (request) => {
        const { name } = await bodyOf(request);
        return typeof name === 'string' && name.length > 200
          ? spoken(500, 'INTERNAL_ERROR')
          : fetchWorker(request);
      },
    },
    'it writes before it refuses': {
      route: 'POST /api/departments',
      says: /refused, yet left: UPDATE shows/,
      send: async (request) => {
        const { name } = await bodyOf(request);
        // Through the recorded binding of the Worker.
        await studioEnv.DIRECTORY.prepare("UPDATE shows SET name = ? WHERE id = 'sister'")
          .bind(String(name))
          .run();
        return fetchWorker(request);
      },
    },
    'it keeps the file of an upload that it refuses': {
      route: 'POST /files/:owner/attachment',
      says: /refused, yet left: file put/,
      send: async (request) => {
        await studioEnv.FILES.put('stray', 'x');
        return fetchWorker(request);
      },
    },
    'it answers a code that nobody knows': {
      route: 'POST /api/departments',
      says: /not in the catalogue: 400 department_name_odd/,
      send: async (request) => {
        const answer = await fetchWorker(request);
        return answer.status === 400 ? spoken(400, 'department_name_odd') : answer;
      },
    },
    'a known code has another status': {
      route: 'POST /api/departments',
      says: /not in the catalogue: 422 FORBIDDEN/,
      send: async (request) => {
        const answer = await fetchWorker(request);
        return answer.status === 400 ? spoken(422, 'FORBIDDEN') : answer;
      },
    },
    'it takes whatever comes': {
      route: 'PATCH /api/departments/:id',
      says: /took what its schema refuses: 200/,
      send: async (request) => {
        const answer = await fetchWorker(request);
        return answer.status === 400 ? spoken(200, 'fine') : answer;
      },
    },
    'it counts a second vote of a user': {
      route: 'POST /api/workflows/approval',
      says: /counts 2 times in the flow of/,
      send: async (request) => {
        const answer = await fetchWorker(request);
        await rowsOf('alpha1', secondVote);
        return answer;
      },
      restore: () => rowsOf('alpha1', 'DELETE FROM step_approvals WHERE event_seq = 999'),
    },
    'it tells what the database said': {
      route: 'GET /api/departments/:id/users',
      says: /tells of its insides/,
      send: async (request) => {
        const answer = await fetchWorker(request);
        return answer.status === 404 ? spoken(404, 'NOT_FOUND', 'D1_ERROR: no such column: x') : answer;
      },
    },
  };

async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await request.clone().json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function spoken(status: number, code: string, message = 'no'): Response {
  return Response.json({ code, message }, { status, headers: { 'x-content-type-options': 'nosniff' } });
}

describe.runIf(share === 1)('faults that it finds', () => {
  test.each(Object.entries(mutants))('%s', async (_, { route, says, send, restore: undo }) => {
    const shape = shapes.find((one) => routeOf(one) === route);
    if (!shape) throw new Error(`no route ${route}`);
    const { faults } = await fuzz(shape, { ...given, seed: 20_261_121, runs: 40, send });
    expect(faults.join('\n')).toMatch(says);
    await undo?.();
    // Without the fault nothing is found.
    expect((await fuzz(shape, { ...given, seed: 20_261_121, runs: 10 })).faults).toEqual([]);
  });

  test('a new route without a described body is reported', () => {
    expect(() => shapesOf([...shapes.map(routeOf), 'POST /api/new/:id'])).toThrow('POST /api/new/:id');
  });
});
