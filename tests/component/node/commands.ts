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

/** Files of the application whose name begins so do not arrive, as where the network is weak or gone. */
const loseAssets: BrowserCommand<[name: string]> = ({ context }, name) =>
  context.route(`**/assets/${name}*`, (route) => route.abort());

const serveAssets: BrowserCommand = ({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' });

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
