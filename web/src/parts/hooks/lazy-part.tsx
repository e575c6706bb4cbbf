import { createContext, use } from 'react';
import type { ComponentType } from 'react';

/** A page that nobody looks at is never idle. */
const AT_LAST_MS = 1000;

const soon: (run: () => void) => void =
  typeof requestIdleCallback === 'function'
    ? (run) => void requestIdleCallback(run, { timeout: AT_LAST_MS })
    : (run) => void setTimeout(run);

let tellDrawn: () => void = () => undefined;
const drawn = new Promise<void>((resolve) => {
  tellDrawn = resolve;
});

/** The shell says that the first screen stands: what was put off begins. */
export function firstScreenIsDrawn(): void {
  tellDrawn();
}

/** Runs when the first screen stands and the browser has nothing better to do. */
export function afterFirstScreen(run: () => void): void {
  void drawn.then(() => soon(run));
}

const spared = new WeakSet<object>();

/** The code of a part did not come, and the screen that the user sees can do without it. */
export function isSpared(error: object): boolean {
  return spared.has(error);
}

/** Code that the screen can do without. Null where it cannot be fetched: the page that is open then stays. */
export async function loadOptional<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof Error) spared.add(error);
    return null;
  }
}

/** True within what opens on a press and says by itself that it cannot. */
export const OpensOnPressContext = createContext(false);

/** A part whose code comes later, or when `load` is called: whoever awaits that finds it there at the first drawing. */
export type Later<Props> = ComponentType<Props> & { load: () => Promise<unknown> };

/**
 * A part that no first screen needs before it can be read, such as what opens on a press: its code comes after that
 * screen (where it is wanted at all), or at once for whoever is faster, who sees the fallback of the `Suspense` above until then.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isWanted: () => boolean = () => true,
): Later<Props> {
  let part: ComponentType<Props> | null = null;
  let coming: Promise<ComponentType<Props>> | null = null;
  let failure: Error | null = null;
  let isDrawn = false;
  let isNeeded = false;
  const forget = () => {
    coming = null;
    failure = null;
    isDrawn = false;
    isNeeded = false;
  };
  const get = () => {
    coming ??= load().then(
      (loaded) => {
        part = loaded;
        return loaded;
      },
      (reason: unknown) => {
        const error = reason instanceof Error ? reason : new Error(String(reason));
        if (!isNeeded) spared.add(error);
        if (isDrawn) failure = error;
        else forget();
        throw error;
      },
    );
    return coming;
  };
  // Nobody is told of a failure now: it is tried again when the part is drawn.
  afterFirstScreen(() => {
    if (isWanted()) get().catch(() => undefined);
  });
  function Part(props: Props) {
    const opensOnPress = use(OpensOnPressContext);
    if (failure) {
      // Not at once: what throws is drawn twice before it is given up. The next draw tries anew.
      setTimeout(forget);
      throw failure;
    }
    // No promise once it is here: even a kept one would show the fallback for a moment.
    if (part === null) {
      isDrawn = true;
      isNeeded ||= !opensOnPress;
    }
    const Loaded = part ?? use(get());
    return <Loaded {...props} />;
  }
  return Object.assign(Part, { load: get });
}
