import { fillPlaceholders, Placeholder } from 'drizzle-orm';
import { Database } from './open.ts';
import type { Source } from './open.ts';
import type { Builder, Query } from './query.ts';
import { inlineConstants } from './prepared-statement.ts';
import type { SqlQuery } from './prepared-statement.ts';

/** What a statement binds. */
type Values = Readonly<Record<string, string | number | null>>;
/** A statement in SQL, with what is still to be bound, and what makes rows of its results. */
interface Prepared extends SqlQuery {
  mapResult: (rows: unknown) => unknown;
}
type Results<Builders extends readonly Builder[]> = {
  -readonly [N in keyof Builders]: Builders[N]['_']['result'];
};

/** Stands for a value that is bound later: a statement may hold it, and nothing else can be done with it. */
export class ParameterPlaceholder extends Placeholder {
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
export const statementBuilder = new Database({ prepare: () => unasked, batch: nowhere });

/** So many shapes of each read are kept. */
const maxShapes = 100;

/**
 * Prepared read: builds the SQL once per shape, then only binds parameters, because Drizzle takes longer to build a
 * statement than D1 to run it. `build` sees placeholders of the values; what changes the SQL itself is its `shape`.
 */
export function prepareRead<
  Bound extends Values,
  const Builders extends readonly Builder[],
  Shape extends readonly unknown[] = [],
>(
  build: (source: Source, values: Bound, ...shape: Shape) => Builders,
): (source: Source, values: Bound, ...shape: Shape) => Query<Results<Builders>> {
  const shapes = new Map<string, readonly Prepared[]>();
  const buildShape = (values: Bound, shape: Shape): readonly Prepared[] => {
    const standIns = Object.fromEntries(
      Object.keys(values).map((name) => [name, new ParameterPlaceholder(name)]),
    );
    const source = { db: statementBuilder, showId: new ParameterPlaceholder('showId') as unknown as string };
    return build(source, standIns as unknown as Bound, ...shape).map((builder) => {
      const statement = builder.prepare();
      return {
        ...inlineConstants(statement.getQuery()),
        mapResult: (rows: unknown) => statement.mapResult(rows),
      };
    });
  };
  const preparedFor = (values: Bound, shape: Shape): readonly Prepared[] => {
    const key = JSON.stringify(shape);
    const known = shapes.get(key);
    if (known) return known;
    const statements = buildShape(values, shape);
    const [oldest] = shapes.keys();
    if (shapes.size >= maxShapes && oldest !== undefined) shapes.delete(oldest);
    shapes.set(key, statements);
    return statements;
  };
  return ({ db: { client }, showId }, values, ...shape) => {
    const statements = preparedFor(values, shape);
    const known = { ...values, showId };
    return {
      client,
      statements: statements.map(({ sql, params }) => ({
        sql,
        params: fillPlaceholders([...params], known),
      })),
      map: (results) => statements.map((one, n) => one.mapResult(results[n])) as Results<Builders>,
    };
  };
}
