/** Outlives this module, which each test file has anew. */
const isQuick = Symbol.for('answers at once for known modules');

/** What is used of Vitest's module runner, which knows the text of every module that was asked for once. */
interface Runner {
  transport: {
    [isQuick]?: boolean;
    invoke: (name: string, data: [url: string, importer?: string, options?: { cached?: boolean }]) => unknown;
  };
  evaluatedModules: {
    idToModuleMap: Map<
      string,
      { promise?: unknown; exports?: unknown; evaluated: boolean; importers: Set<string> }
    >;
  };
}

const { moduleRunner } = Reflect.get(globalThis, '__vitest_mocker__') as { moduleRunner: Runner };

/**
 * Vitest asks for each `import` of each file, and the plugin takes each such question through a Durable Object, thousands
 * for one test file; also when Vitest itself would answer at once that the text is known. No test here has `vi.mock`.
 */
function answerForKnownModules(): void {
  const { transport } = moduleRunner;
  if (transport[isQuick]) return;
  const invoke = transport.invoke.bind(transport);
  transport.invoke = (name, data) =>
    name === 'fetchModule' && data[2]?.cached ? Promise.resolve({ cache: true }) : invoke(name, data);
  transport[isQuick] = true;
}

/** As `vi.resetModules` does it, except for packages: two thirds of all, which hold nothing of a test. */
export function forgetOwnModules(): void {
  for (const [path, module] of moduleRunner.evaluatedModules.idToModuleMap) {
    if (path.includes('/node_modules/')) continue;
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
}

// Whoever imports this first has all that comes then at once.
answerForKnownModules();
