import vm from 'node:vm';

/** Outlives this module, of which each test file has a new instance. */
const isQuick = Symbol.for('answers at once for known modules');

/** The used part of Vitest's module runner, which caches the source of every module. */
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

/** The used part of the plugin's `node:vm`, by which the module runner compiles. */
interface Compiler {
  runInThisContext: (code: string, options: { filename: string }) => unknown;
}

const { moduleRunner } = Reflect.get(globalThis, '__vitest_mocker__') as { moduleRunner: Runner };

/**
 * Vitest fetches each `import` of each file, and the plugin sends each fetch through a Durable Object, thousands per
 * test file, even if Vitest knows that the source is cached. No test here uses `vi.mock`. It also compiles the source
 * again; the compiled function gives each new instance of a module its own variables.
 */
function answerForKnownModules(): void {
  const { transport } = moduleRunner;
  if (transport[isQuick]) return;
  const invoke = transport.invoke.bind(transport);
  transport.invoke = (name, data) =>
    name === 'fetchModule' && data[2]?.cached ? Promise.resolve({ cache: true }) : invoke(name, data);
  const compiler = vm as Compiler;
  const compile = compiler.runInThisContext;
  const compiled = new Map<string, { code: string; run: unknown }>();
  compiler.runInThisContext = (code, options) => {
    const known = compiled.get(options.filename);
    if (known?.code === code) return known.run;
    const run = compile(code, options);
    compiled.set(options.filename, { code, run });
    return run;
  };
  transport[isQuick] = true;
}

/** Packages and pure rules: most modules, without any state of a test. */
const stateless = /\/node_modules\/|(?<!\/tests)\/domain\//;

/** As `vi.resetModules`, except for modules without state. */
export function forgetOwnModules(): void {
  for (const [path, module] of moduleRunner.evaluatedModules.idToModuleMap) {
    if (stateless.test(path)) continue;
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
    module.importers.clear();
  }
}

// The first import enables it for all later ones.
answerForKnownModules();
