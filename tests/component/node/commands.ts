import type { BrowserCommand } from 'vitest/node';

type Media = { colorScheme?: 'light' | 'dark' | null; reducedMotion?: 'reduce' | 'no-preference' | null };

/** Real keys: `Control+Home`, `ArrowDown`, `a`. */
const pressKey: BrowserCommand<[key: string]> = ({ page }, key) => page.keyboard.press(key);

const typeText: BrowserCommand<[text: string]> = ({ page }, text) => page.keyboard.type(text);

/** Pixels from the corner of the browser's window. */
const moveMouse: BrowserCommand<[x: number, y: number, steps?: number]> = ({ page }, x, y, steps = 1) =>
  page.mouse.move(x, y, { steps });

const pressMouse: BrowserCommand<['down' | 'up']> = ({ page }, direction) => page.mouse[direction]();

const turnWheel: BrowserCommand<[deltaX: number, deltaY: number]> = ({ page }, deltaX, deltaY) =>
  page.mouse.wheel(deltaX, deltaY);

const emulateMedia: BrowserCommand<[Media]> = ({ page }, media) => page.emulateMedia(media);

const assets = '**/assets/**';

/** No file of the application arrives any more, as where the network is gone. */
const loseAssets: BrowserCommand = ({ context }) => context.route(assets, (route) => route.abort());

const serveAssets: BrowserCommand = ({ context }) => context.unroute(assets);

/** What the provider's keyboard, mouse, media and network can do and Vitest's `userEvent` cannot. */
export const commands = {
  pressKey,
  typeText,
  moveMouse,
  pressMouse,
  turnWheel,
  emulateMedia,
  loseAssets,
  serveAssets,
};
