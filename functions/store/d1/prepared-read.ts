import { fillPlaceholders, Placeholder } from 'drizzle-orm';
import { Database } from './open.ts';
import type { Source } from './open.ts';
import type { Builder, Query } from './query.ts';
import { inlineConstants } from './prepared-statement.ts';
import type { SqlQuery } from './prepared-statement.ts';

/** The values that a statement binds. */
type Values = Readonly<Record<string, string | number | null>>;
/** A statement in SQL, with its placeholders and the mapper of its results. */
interface Prepared extends SqlQuery {
  mapResult: (rows: unknown) => unknown;
}
type Results<Builders extends readonly Builder[]> = {
  -readonly [N in keyof Builders]: Builders[N]['_']['result'];
};

/** The placeholder of a value that is bound later. Throws when used as a value while the statement is built. */
export class ParameterPlaceholder extends Placeholder {
  toJSON(): never {
    throw new Error(`The value of ${this.name} is not known while the statement is built.`);
  }
  [Symbol.toPrimitive](): never {
    return this.toJSON();
  }
}

const rejectExecution = () =>
  Promise.reject(new Error('This statement is only built, and cannot be executed.'));
const unexecutable = {
  bind: () => unexecutable,
  all: rejectExecution,
  raw: rejectExecution,
  run: rejectExecution,
};
/** Builds statements, and never executes them. */
export const statementBuilder = new Database({ prepare: () => unexecutable, batch: rejectExecution });

/** How many shapes of each read are cached. */
const maxShapes = 100;

/**
 * Prepared read: builds the SQL once per shape, then only binds parameters, because Drizzle takes longer to build a
 * statement than D1 to run it. `build` receives placeholders of the values; everything that changes the SQL itself is
 * part of the `shape`.
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
    const placeholders = Object.fromEntries(
      Object.keys(values).map((name) => [name, new ParameterPlaceholder(name)]),
    );
    const source = { db: statementBuilder, showId: new ParameterPlaceholder('showId') as unknown as string };
    return build(source, placeholders as unknown as Bound, ...shape).map((builder) => {
      const statement = builder.prepare();
      return {
        ...inlineConstants(statement.getQuery()),
        mapResult: (rows: unknown) => statement.mapResult(rows),
      };
    });
  };
  const preparedFor = (values: Bound, shape: Shape): readonly Prepared[] => {
    const key = JSON.stringify(shape);
    const cached = shapes.get(key);
    if (cached) return cached;
    const statements = buildShape(values, shape);
    const [oldest] = shapes.keys();
    if (shapes.size >= maxShapes && oldest !== undefined) shapes.delete(oldest);
    shapes.set(key, statements);
    return statements;
  };
  return ({ db: { client }, showId }, values, ...shape) => {
    const statements = preparedFor(values, shape);
    const bindings = { ...values, showId };
    return {
      client,
      statements: statements.map(({ sql, params }) => ({
        sql,
        params: fillPlaceholders([...params], bindings),
      })),
      map: (results) =>
        statements.map((statement, n) => statement.mapResult(results[n])) as Results<Builders>,
    };
  };
}
