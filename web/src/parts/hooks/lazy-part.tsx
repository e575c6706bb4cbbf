import { createContext, use } from 'react';
import type { ComponentType } from 'react';

/** A background page is never idle. */
const IDLE_TIMEOUT_MS = 1000;

const whenIdle: (run: () => void) => void =
  typeof requestIdleCallback === 'function'
    ? (run) => void requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
    : (run) => void setTimeout(run);

let resolveRendered: () => void = () => undefined;
const firstScreenRendered = new Promise<void>((resolve) => {
  resolveRendered = resolve;
});

let isFirst = true;

/** Called by the shell when the first screen has rendered: starts the deferred work. */
export function markFirstScreenRendered(): void {
  isFirst = false;
  resolveRendered();
}

/** Whether the first screen of the loaded page has not rendered yet. */
export function isFirstScreen(): boolean {
  return isFirst;
}

/** Runs when the first screen has rendered and the browser is idle. */
export function afterFirstScreen(run: () => void): void {
  void firstScreenRendered.then(() => whenIdle(run));
}

const optionalErrors = new WeakSet<object>();

/** Whether the error comes from optional code that failed to load. */
export function isOptionalPartError(error: object): boolean {
  return optionalErrors.has(error);
}

/** Loads optional code. Returns null if it fails, so that the open page stays. */
export async function loadOptional<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error) optionalErrors.add(error);
    return null;
  }
}

/** True within an overlay that opens on a press and reports its own failure to load. */
export const OpensOnPressContext = createContext(false);

/** A lazily loaded component. After `load` has resolved it renders without the fallback. */
export type LazyPart<Props> = ComponentType<Props> & { load: () => Promise<unknown> };

/**
 * A component that no first screen needs, such as an overlay. Its code loads after the first screen if `isWanted`, or
 * as soon as it renders, with the fallback of the `Suspense` above.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: () => boolean = () => true,
): LazyPart<Props> {
  let part: ComponentType<Props> | null = null;
  let loading: Promise<ComponentType<Props>> | null = null;
  let failure: Error | null = null;
  let isRendered = false;
  let isNeeded = false;
  const reset = () => {
    loading = null;
    failure = null;
    isRendered = false;
    isNeeded = false;
  };
  const loadPart = () => {
    loading ??= load().then(
      (loaded) => {
        part = loaded;
        return loaded;
      },
      (reason: unknown) => {
        const error = reason instanceof Error ? reason : new Error(String(reason));
        if (!isNeeded) optionalErrors.add(error);
        if (isRendered) failure = error;
        else reset();
        throw error;
      },
    );
    return loading;
  };
  // A failed preload is not reported: rendering the part tries again.
  afterFirstScreen(() => {
    if (isWanted()) loadPart().catch(() => undefined);
  });
  function Part(props: Props) {
    const opensOnPress = use(OpensOnPressContext);
    if (failure) {
      // Deferred, because React renders a failing component twice before it gives up. The next render tries again.
      setTimeout(reset);
      throw failure;
    }
    // Even a resolved promise would show the fallback for a moment, so the part is used directly.
    if (part === null) {
      isRendered = true;
      isNeeded ||= !opensOnPress;
    }
    const Loaded = part ?? use(loadPart());
    return <Loaded {...props} />;
  }
  return Object.assign(Part, { load: loadPart });
}
