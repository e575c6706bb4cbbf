import { takeBreath } from '#store/d1/read-batcher';

/**
 * Does once what is asked for in one breath on behalf of the same `whose`, a handle that lives no longer than its request:
 * ten payments that are approved together are told of by one call, not ten. Whoever asked waits for all of it.
 */
export function inOneBreath<Thing>(work: (env: Env, things: readonly Thing[]) => Promise<void>) {
  const gathering = new WeakMap<object, { things: Thing[]; done: Promise<void> }>();
  return (env: Env, whose: object, asked: readonly Thing[]): Promise<void> => {
    if (asked.length === 0) return Promise.resolve();
    const before = gathering.get(whose);
    if (before) {
      before.things.push(...asked);
      return before.done;
    }
    const things = [...asked];
    const done = takeBreath().then(() => {
      gathering.delete(whose);
      return work(env, things);
    });
    gathering.set(whose, { things, done });
    return done;
  };
}
