import { onTestFinished } from 'vitest';
import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    pressKey: (key: string) => Promise<void>;
    typeText: (text: string) => Promise<void>;
    moveMouse: (x: number, y: number, steps?: number) => Promise<void>;
    pressMouse: (direction: 'down' | 'up') => Promise<void>;
    turnWheel: (deltaX: number, deltaY: number) => Promise<void>;
    emulateMedia: (media: {
      colorScheme?: 'light' | 'dark' | null;
      reducedMotion?: 'reduce' | 'no-preference' | null;
    }) => Promise<void>;
    loseAssets: (name: string) => Promise<void>;
    serveAssets: () => Promise<void>;
  }
}

/** Keys, mouse and media of the real browser (`tests/component/node/commands.ts`). */
export const { pressKey, typeText, moveMouse, pressMouse, turnWheel, emulateMedia } = commands;

/** Until the test ends no file of the application arrives whose name begins so: `search-dialog-`. */
export async function loseAssets(name: string): Promise<void> {
  await commands.loseAssets(name);
  onTestFinished(() => commands.serveAssets());
}

/** The browser says that it is offline: the application does not reload itself for a file that is lost. */
export function sayOffline({ navigator }: Window): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
}

/** Until the test ends no file arrives any more, and the browser says so. */
export async function goOffline(window: Window): Promise<void> {
  sayOffline(window);
  await loseAssets('');
}
