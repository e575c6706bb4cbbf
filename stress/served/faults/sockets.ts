/** Changes of the product's source for `sockets.ts`: what it observes and delays, and the faults that it must find. */

/** Log events of the instruments. */
export const awake = 'realtime object awake';
export const published = 'pdf published';

const realtime = 'durable-objects/realtime.ts';

export const instruments = [
  { file: 'wrangler.toml', find: 'REALTIME_SHARDS = "2"', replace: 'REALTIME_SHARDS = "64"' },
  {
    file: 'functions/verbs/pdf/render-task.ts',
    find: '  if (!task) return;\n  await publish(\n',
    replace: `  if (!task) return;
  console.log(JSON.stringify({ event: '${published}', at: Date.now() }));
  await publish(\n`,
  },
  {
    file: realtime,
    find: '      const dependencies: EventDependencies = {',
    replace: `      console.log(JSON.stringify({ event: '${awake}' }));
      const dependencies: EventDependencies = {`,
  },
  // Longer than an idle Durable Object stays in memory.
  {
    file: 'functions/verbs/pdf/render-task.ts',
    find: '    const context = await memberContext(env, task, now);\n',
    replace: `    await new Promise((done) => setTimeout(done, 60_000));
    const context = await memberContext(env, task, now);\n`,
  },
];

export const faults = [
  {
    name: 'a message goes to whom it names in every show',
    sign: /not theirs/,
    patches: [
      {
        file: 'durable-objects/window-index.ts',
        find: '`${showId} ${userId}`',
        replace: 'showId && userId',
      },
      // A user's windows of two shows share the object only by chance in a larger pool.
      { file: 'wrangler.toml', find: 'REALTIME_SHARDS = "64"', replace: 'REALTIME_SHARDS = "1"' },
    ],
  },
  {
    name: 'a message goes to everybody in the show',
    sign: /not theirs/,
    patches: [
      {
        file: realtime,
        find: 'this.#windows.of(message.showId, userId);',
        replace: "[...this.engine.sessions].filter((one) => one.identity['showId'] === message.showId);",
      },
    ],
  },
  {
    name: 'a message goes to the first object alone',
    sign: /windows heard of a note/,
    patches: [
      {
        file: 'functions/edges/publish-realtime.ts',
        find: '[...byShard].map(',
        replace: '[...byShard].slice(0, 1).map(',
      },
    ],
  },
  {
    name: 'subscriptions are only in memory',
    sign: /^0 windows of hers had pdf_status_update/,
    patches: [
      {
        file: 'durable-objects/engine-io/session.ts',
        find: 'pongBy, expiresAt, state };',
        replace: `pongBy, expiresAt, state: Object.fromEntries(
    Object.entries((state ?? {}) as Record<string, object>).map(([name, kept]) => [name, { ...kept, data: {} }]),
  ) };`,
      },
    ],
  },
];
