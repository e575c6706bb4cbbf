/** The fields of React's fiber tree that the count uses. */
interface Fiber {
  tag: number;
  flags: number;
  alternate: Fiber | null;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Fiber tags of function and class components, including `forwardRef` and `memo`. */
const components = new Set([0, 1, 11, 14, 15]);
const performedWork = 1;

/** Counts the components that React renders, through the hook of its developer tools. Pass `prepare` to `openApp`. */
export class RenderCount {
  #renderCount = 0;

  readonly prepare = (window: Window & typeof globalThis): void => {
    const noop = () => undefined;
    Object.assign(window, {
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        isDisabled: false,
        supportsFiber: true,
        renderers: new Map(),
        inject: () => 1,
        checkDCE: noop,
        onScheduleFiberRoot: noop,
        onCommitFiberUnmount: noop,
        onPostCommitFiberRoot: noop,
        onCommitFiberRoot: (_id: number, root: { current: Fiber }) => this.#walk(root.current.child, false),
      },
    });
  };

  /** Returns the number of renders since the last call, and resets it. */
  take(): number {
    const renderCount = this.#renderCount;
    this.#renderCount = 0;
    return renderCount;
  }

  #walk(from: Fiber | null, isNew: boolean): void {
    for (let fiber = from; fiber !== null; fiber = fiber.sibling) {
      const isMounted = isNew || fiber.alternate === null;
      if (components.has(fiber.tag) && (isMounted || (fiber.flags & performedWork) !== 0))
        this.#renderCount += 1;
      if (isMounted || fiber.child !== fiber.alternate?.child) this.#walk(fiber.child, isMounted);
    }
  }
}
