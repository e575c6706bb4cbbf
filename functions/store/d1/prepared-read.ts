import { fillPlaceholders, Placeholder } from 'drizzle-orm';
import { Database } from './open.ts';
import type { Source } from './open.ts';
import { withConstants } from './prepared-statement.ts';
import type { Asked } from './prepared-statement.ts';

/** What a statement binds. */
type Values = Readonly<Record<string, string | number | null>>;
/** A read as Drizzle says it. */
export interface Query {
  readonly _: { readonly result: unknown };
  prepare: () => Statement;
}
interface Statement {
  getQuery: () => Asked;
  mapResult: (rows: unknown) => unknown;
}
/** A read in SQL, with what is still to be bound. */
type Said = Asked & Pick<Statement, 'mapResult'>;
type Answers<Queries extends readonly Query[]> = {
  -readonly [N in keyof Queries]: Queries[N]['_']['result'];
};

/** Stands for a value that is bound later: a statement may hold it, and nothing else can be done with it. */
export class StandIn extends Placeholder {
  toJSON(): never {
    throw new Error(`What ${this.name} is, nobody knows while the statement is said.`);
  }
  [Symbol.toPrimitive](): never {
    return this.toJSON();
  }
}

const nowhere = () => Promise.reject(new Error('A statement that is only said asks nothing.'));
const unasked = { bind: () => unasked, all: nowhere, raw: nowhere, run: nowhere };
/** Statements are only said here. */
export const paper = new Database({ prepare: () => unasked, batch: nowhere });

/** Of each read so many shapes are remembered. */
const mostShapes = 100;

/**
 * Reads that are put into SQL when they are first asked, and only bound after: Drizzle takes longer to say a statement than
 * D1 to answer it. `say` sees stand-ins of the values, which it may only place; what decides how the statements are said
 * is its `shape`; the last hundred are remembered. All go in one trip.
 */
export function saidOnce<
  Bound extends Values,
  const Queries extends readonly Query[],
  Shape extends readonly unknown[] = [],
>(
  say: (source: Source, values: Bound, ...shape: Shape) => Queries,
): (source: Source, values: Bound, ...shape: Shape) => Promise<Answers<Queries>> {
  const said = new Map<string, readonly Said[]>();
  const sayNow = (values: Bound, shape: Shape): readonly Said[] => {
    const standIns = Object.fromEntries(Object.keys(values).map((name) => [name, new StandIn(name)]));
    const source = { db: paper, showId: new StandIn('showId') as unknown as string };
    return say(source, standIns as unknown as Bound, ...shape).map((query) => {
      const statement = query.prepare();
      return {
        ...withConstants(statement.getQuery()),
        mapResult: (rows: unknown) => statement.mapResult(rows),
      };
    });
  };
  const remembered = (values: Bound, shape: Shape): readonly Said[] => {
    const key = JSON.stringify(shape);
    const before = said.get(key);
    if (before) return before;
    const statements = sayNow(values, shape);
    const [oldest] = said.keys();
    if (said.size >= mostShapes && oldest !== undefined) said.delete(oldest);
    said.set(key, statements);
    return statements;
  };
  return async ({ db: { client }, showId }, values, ...shape) => {
    const statements = remembered(values, shape);
    const known = { ...values, showId };
    const results = await client.batch(
      statements.map(({ sql, params }) => client.prepare(sql).bind(...fillPlaceholders([...params], known))),
    );
    return statements.map((one, n) => one.mapResult(results[n]?.results ?? [])) as Answers<Queries>;
  };
}
