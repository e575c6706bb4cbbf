import type { Page } from '@playwright/test';

/** As much of React's tree as is looked at. */
interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

interface Counting extends Window {
  drawn: number;
}

/**
 * Counts the components that React draws, as its developer tools do; before the page is opened. What comes back answers
 * how many there were since it was asked last.
 */
export async function countRenders(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counting = window as unknown as Counting;
    counting.drawn = 0;
    const performedWork = 1;
    const components = new Set([0, 1, 11, 14, 15]);
    const walk = (from: Fiber | null, isNew: boolean): void => {
      for (let fiber = from; fiber !== null; fiber = fiber.sibling) {
        const isMounted = isNew || fiber.alternate === null;
        if (components.has(fiber.tag) && (isMounted || (fiber.flags & performedWork) !== 0))
          counting.drawn += 1;
        if (isMounted || fiber.child !== fiber.alternate?.child) walk(fiber.child, isMounted);
      }
    };
    const nothing = () => undefined;
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        isDisabled: false,
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        checkDCE: nothing,
        onScheduleFiberRoot: nothing,
        onCommitFiberUnmount: nothing,
        onPostCommitFiberRoot: nothing,
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => walk(root.current.child, false),
      },
    });
  });
  return () =>
    page.evaluate(() => {
      const counting = window as unknown as Counting;
      const { drawn } = counting;
      counting.drawn = 0;
      return drawn;
    });
}
