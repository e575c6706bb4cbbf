import type { BrowserCommand } from 'vitest/node';

type Media = { colorScheme?: 'light' | 'dark' | null; reducedMotion?: 'reduce' | 'no-preference' | null };

/** Presses real keys: `Control+Home`, `ArrowDown`, `a`. */
const pressKey: BrowserCommand<[key: string]> = ({ page }, key) => page.keyboard.press(key);

const typeText: BrowserCommand<[text: string]> = ({ page }, text) => page.keyboard.type(text);

/** The position is in pixels from the top left corner of the browser's window. */
const moveMouse: BrowserCommand<[x: number, y: number, steps?: number]> = ({ page }, x, y, steps = 1) =>
  page.mouse.move(x, y, { steps });

const pressMouse: BrowserCommand<['down' | 'up']> = ({ page }, direction) => page.mouse[direction]();

const turnWheel: BrowserCommand<[deltaX: number, deltaY: number]> = ({ page }, deltaX, deltaY) =>
  page.mouse.wheel(deltaX, deltaY);

const emulateMedia: BrowserCommand<[Media]> = ({ page }, media) => page.emulateMedia(media);

/** Aborts requests for the application's files whose name begins with `name`. */
const blockAssets: BrowserCommand<[name: string]> = ({ context }, name) =>
  context.route(`**/assets/${name}*`, (route) => route.abort());

const heldRequests: (() => Promise<void>)[] = [];

/** Holds requests for the application's files whose name begins with `name`, until `releaseAssets`. */
const holdAssets: BrowserCommand<[name: string]> = ({ context }, name) =>
  context.route(`**/assets/${name}*`, (route) => void heldRequests.push(() => route.continue()));

const releaseAssets: BrowserCommand = async () => {
  await Promise.all(heldRequests.splice(0).map((release) => release()));
};

const unblockAssets: BrowserCommand = ({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' });

/** Keyboard, mouse, media and network commands that Vitest's `userEvent` does not offer. */
export const commands = {
  pressKey,
  typeText,
  moveMouse,
  pressMouse,
  turnWheel,
  emulateMedia,
  blockAssets,
  unblockAssets,
  holdAssets,
  releaseAssets,
};
