import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { routeOf, type Given } from '../../support/fuzz/calls.ts';
import { fuzz, type Outcome, type Send } from '../../support/fuzz/run.ts';
import { openFuzzStudio, restore, shapesOf } from '../../support/fuzz/studio.ts';
import { fetchWorker, studioEnv } from '../../support/worker/fixtures/studio.ts';

/** Calls of each sort to every route, as many as `VITE_BACKLOT_FUZZ` says; `VITE_BACKLOT_SEED` repeats a run that failed. */
const runs = Number(process.env['VITE_BACKLOT_FUZZ'] ?? 8);
const seed = Number(process.env['VITE_BACKLOT_SEED'] ?? 20_261_121);
/** `2/8`: the second of eight shares of the routes, in which the battery runs them side by side. */
const [share = 1, shares = 1] = (process.env['VITE_BACKLOT_SHARE'] ?? '1/1').split('/').map(Number);
const shapes = shapesOf();
const own = shapes.filter((_, index) => index % shares === share - 1);
const outcomes = new Map<string, Outcome>();

let given: Given;
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

  test('what is called valid is: most of it is answered, and no route refuses the shape of all of it', () => {
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
    // Of a share alone that says little: the battery looks at their sum.
    if (shares === 1) {
      expect(answered / calls).toBeGreaterThan(0.5);
      expect(refused / calls).toBeGreaterThan(0.6);
    }
    expect(all.filter(([, { valid }]) => sum(valid, (status) => status !== 400) === 0)).toEqual([]);
  });
});

/** Faults that somebody might build into the Worker, each around one of its routes. */
const planted: Record<string, { route: string; says: RegExp; send: Send }> = {
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
      // By the handle of the Worker, which is watched.
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

describe.runIf(share === 1)('what it would find', () => {
  test.each(Object.entries(planted))('%s', async (_, { route, says, send }) => {
    const shape = shapes.find((one) => routeOf(one) === route);
    if (!shape) throw new Error(`no route ${route}`);
    const { faults } = await fuzz(shape, { ...given, seed: 20_261_121, runs: 40, send });
    expect(faults.join('\n')).toMatch(says);
    // Without the fault there is nothing to find.
    expect((await fuzz(shape, { ...given, seed: 20_261_121, runs: 10 })).faults).toEqual([]);
  });

  test('a new route of which nobody says what it takes is told', () => {
    expect(() => shapesOf([...shapes.map(routeOf), 'POST /api/new/:id'])).toThrow('POST /api/new/:id');
  });
});
