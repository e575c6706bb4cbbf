import { selectorEngine } from '@vitest/browser/locators';
import { locators, page } from 'vitest/browser';
import type { FrameLocator, Locator, LocatorFilterOptions } from 'vitest/browser';
import { pressKey, typeText } from './commands.ts';
import { eventually } from './eventually.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Methods of Playwright's locators that Vitest's locators lack, under the same names. */
interface PlaywrightMethods {
  /** Focuses the element and presses a key: `Enter`, `Control+Home`. */
  press: (key: string) => Promise<void>;
  /** Focuses the element and types character by character. */
  pressSequentially: (text: string) => Promise<void>;
  focus: () => Promise<void>;
  blur: () => Promise<void>;
  check: () => Promise<void>;
  uncheck: () => Promise<void>;
  scrollIntoViewIfNeeded: () => Promise<void>;
  /** Resolves once exactly one element exists. */
  waitFor: () => Promise<void>;
  /** Within the frame, in CSS pixels. */
  boundingBox: () => Promise<Box>;
  textContent: () => Promise<string>;
  inputValue: () => Promise<string>;
  getAttribute: (name: string) => Promise<string | null>;
  evaluate: <Value>(read: (element: HTMLElement) => Value) => Promise<Value>;
  /** Counts immediately, without waiting. */
  count: () => number;
  /** Reads the texts of all elements immediately. */
  allTextContents: () => string[];
}

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** By CSS. */
    locator: (selector: string) => Locator;
  }
  interface LocatorFilterOptions {
    /** Matches visible elements only. */
    visible?: boolean;
  }
  interface Locator extends PlaywrightMethods {}
}

type ParsedSelector = ReturnType<typeof selectorEngine.parseSelector>;

const enterFrame = ' >> internal:control=enter-frame >> ';

/**
 * Resolves a locator to a selector and the root to search. Vitest itself searches from the test's page, also for the
 * second part of `or` and `and`.
 */
function withinDocument({ selector }: Locator): [selector: ParsedSelector, root: Element] {
  const [frame = '', ...inside] = selector.split(enterFrame);
  if (inside.length === 0) return [selectorEngine.parseSelector(selector), document.documentElement];
  const element = selectorEngine.querySelector(
    selectorEngine.parseSelector(frame),
    document.documentElement,
    true,
  );
  const root = element instanceof HTMLIFrameElement ? element.contentDocument?.documentElement : null;
  return [selectorEngine.parseSelector(inside.join(enterFrame)), root ?? document.documentElement];
}

const queries: Pick<Locator, 'query' | 'elements'> & ThisType<Locator> = {
  query() {
    const [selector, root] = withinDocument(this);
    return selectorEngine.querySelector(selector, root, true) as HTMLElement | null;
  },
  elements() {
    return selectorEngine.querySelectorAll(...withinDocument(this)) as HTMLElement[];
  },
};

/** Strips the frame from a selector, because Playwright accepts no frame within a composed selector. */
function withinFrame({ selector }: Locator): string {
  return JSON.stringify(selector.split('internal:control=enter-frame >> ').at(-1));
}

/** Writes a text into a selector like Playwright: a string matches case-insensitively anywhere, a pattern as it is. */
function textSelector(text: string | RegExp): string {
  return typeof text === 'string' ? `${JSON.stringify(text)}i` : String(text).replaceAll('>>', '\\>\\>');
}

const composition: Pick<Locator, 'and' | 'or' | 'filter'> & ThisType<Locator> = {
  and(other) {
    return this.locator(`internal:and=${withinFrame(other)}`);
  },
  or(other) {
    return this.locator(`internal:or=${withinFrame(other)}`);
  },
  filter({ hasText, hasNotText, has, hasNot, visible }: LocatorFilterOptions) {
    const parts = [
      ...(hasText === undefined ? [] : [`internal:has-text=${textSelector(hasText)}`]),
      ...(hasNotText === undefined ? [] : [`internal:has-not-text=${textSelector(hasNotText)}`]),
      ...(has ? [`internal:has=${withinFrame(has)}`] : []),
      ...(hasNot ? [`internal:has-not=${withinFrame(hasNot)}`] : []),
      ...(visible === undefined ? [] : [`visible=${visible}`]),
    ];
    return this.locator(parts.join(' >> '));
  },
};

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled') || element.closest('[aria-disabled="true"]') !== null;
}

/** Returns the element as soon as exactly one exists. */
export function elementOf(locator: Locator): Promise<HTMLElement> {
  return eventually(() => locator.element() as HTMLElement);
}

/** Playwright's own actions, which without `force` wait for two animation frames before they check what follows. */
function playwrightAction(name: 'click' | 'hover'): (this: Locator, options: object) => Promise<void> {
  return Reflect.get(page.getByTestId(''), name);
}
const click = playwrightAction('click');
const hover = playwrightAction('hover');

/** The element whose presses count: the button or link around it, or the element itself. */
function pressTarget(element: Element): Element {
  return element.closest('button, a, [role="button"], [role="link"]') ?? element;
}

/** Throws unless the pointer would reach the element. Scrolls it from under a bar that covers it, for the next try. */
function expectReachable(locator: Locator): void {
  const element = locator.element() as HTMLElement & { scrollIntoViewIfNeeded: () => void };
  element.scrollIntoViewIfNeeded();
  const [box] = element.getClientRects();
  const { x, y, width, height } = box ?? element.getBoundingClientRect();
  const hit = element.ownerDocument.elementFromPoint(x + width / 2, y + height / 2);
  if (pressTarget(element).contains(hit)) return;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  throw new Error(`${locator.asLocator()} is covered by ${hit?.outerHTML.slice(0, 200)}`);
}

const pressEvents = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'] as const;

/**
 * Clicks. Content that arrives can move the element between the measuring of its place and the press: then the page
 * does not receive the press, and this throws for the next try.
 */
async function clickInPlace(locator: Locator, options: object): Promise<void> {
  const window = locator.element().ownerDocument.defaultView;
  let isMissed = false;
  const guard = (event: Event) => {
    if (event.type === 'pointerdown')
      isMissed = !locator.elements().some((element) => pressTarget(element).contains(event.target as Node));
    if (!isMissed) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of pressEvents) window?.addEventListener(type, guard, true);
  try {
    await click.call(locator, { ...options, force: true });
  } finally {
    for (const type of pressEvents) window?.removeEventListener(type, guard, true);
  }
  if (isMissed) throw new Error(`${locator.asLocator()} moved before it was pressed`);
}

async function setChecked(locator: Locator, isChecked: boolean): Promise<void> {
  const box = (await elementOf(locator)) as HTMLInputElement;
  if (box.checked !== isChecked) await locator.click({ force: true });
}

const playwrightMethods: PlaywrightMethods & Pick<Locator, 'click' | 'hover'> & ThisType<Locator> = {
  async click(options = {}) {
    if ('force' in options) await click.call(this, options);
    else
      await eventually(async () => {
        expectReachable(this);
        if (isDisabled(this.element())) throw new Error(`${this.asLocator()} is disabled`);
        await clickInPlace(this, options);
      });
  },
  async hover(options = {}) {
    if (!('force' in options)) await eventually(() => expectReachable(this));
    await hover.call(this, { ...options, force: true });
  },
  async press(key) {
    await this.focus();
    await pressKey(key);
  },
  async pressSequentially(text) {
    await this.focus();
    await typeText(text);
  },
  async focus() {
    (await elementOf(this)).focus();
  },
  async blur() {
    (await elementOf(this)).blur();
  },
  check() {
    return setChecked(this, true);
  },
  uncheck() {
    return setChecked(this, false);
  },
  async scrollIntoViewIfNeeded() {
    (await elementOf(this)).scrollIntoView({ block: 'nearest', inline: 'nearest' });
  },
  async waitFor() {
    await elementOf(this);
  },
  async boundingBox() {
    const { x, y, width, height } = (await elementOf(this)).getBoundingClientRect();
    return { x, y, width, height };
  },
  async textContent() {
    return (await elementOf(this)).textContent ?? '';
  },
  async inputValue() {
    return ((await elementOf(this)) as HTMLInputElement).value;
  },
  async getAttribute(name) {
    return (await elementOf(this)).getAttribute(name);
  },
  async evaluate(read) {
    return read(await elementOf(this));
  },
  count() {
    return this.elements().length;
  },
  allTextContents() {
    return this.elements().map(({ textContent }) => textContent ?? '');
  },
};

locators.extend({ ...queries, ...composition, ...playwrightMethods } as unknown as Parameters<
  typeof locators.extend
>[0]);

/** Returns locators that search the document of a frame. */
export function locatorsIn(frame: HTMLIFrameElement): FrameLocator {
  return page.frameLocator(page.getByTestId(frame.dataset['testid'] ?? ''));
}
