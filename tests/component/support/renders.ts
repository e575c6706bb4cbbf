/** As much of React's tree as is looked at. */
interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Tags of what is written as a component: functions, classes, and both wrapped. */
const components = new Set([0, 1, 11, 14, 15]);
const performedWork = 1;

/** Counts the components that React draws, as its developer tools do: give `prepare` to `openApp`. */
export class RenderCount {
  #drawn = 0;

  readonly prepare = (window: Window & typeof globalThis): void => {
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
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => this.#walk(root.current.child, false),
      },
    });
  };

  /** How many components were drawn since this was called last. */
  take(): number {
    const drawn = this.#drawn;
    this.#drawn = 0;
    return drawn;
  }

  #walk(from: Fiber | null, isNew: boolean): void {
    for (let fiber = from; fiber !== null; fiber = fiber.sibling) {
      const isMounted = isNew || fiber.alternate === null;
      if (components.has(fiber.tag) && (isMounted || (fiber.flags & performedWork) !== 0)) this.#drawn += 1;
      if (isMounted || fiber.child !== fiber.alternate?.child) this.#walk(fiber.child, isMounted);
    }
  }
}
