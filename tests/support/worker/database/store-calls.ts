import { vi } from 'vitest';

const modules = import.meta.glob<Record<string, unknown>>('../../../../functions/store/**/*.ts', {
  eager: true,
});

/** Records calls of every store function from now on; `uncalled` returns those that were not called. */
export function watchStore(): { uncalled: () => string[]; stop: () => void } {
  const watched = Object.entries(modules).flatMap(([file, offered]) =>
    Object.entries(offered)
      .filter(([, value]) => typeof value === 'function' && !/^class\b/.test(String(value)))
      .map(([name]) => {
        const spy = vi.spyOn(offered as Record<string, () => unknown>, name);
        return { name: `${file.replace(/^.*\/store\//, '')} ${name}`, spy };
      }),
  );
  return {
    uncalled: () => watched.filter(({ spy }) => spy.mock.calls.length === 0).map(({ name }) => name),
    stop: () => {
      for (const { spy } of watched) spy.mockRestore();
    },
  };
}
