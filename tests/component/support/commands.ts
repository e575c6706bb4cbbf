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
    blockAssets: (name: string) => Promise<void>;
    unblockAssets: () => Promise<void>;
    holdAssets: (name: string) => Promise<void>;
    releaseAssets: () => Promise<void>;
  }
}

/** Keyboard, mouse and media of the real browser (`tests/component/node/commands.ts`). */
export const { pressKey, typeText, moveMouse, pressMouse, turnWheel, emulateMedia } = commands;

/** Blocks the application's files whose name begins with `name` until the test ends: `search-dialog-`. */
export async function blockAssets(name: string): Promise<void> {
  await commands.blockAssets(name);
  onTestFinished(() => commands.unblockAssets());
}

/** Holds the application's files whose name begins with `name`. Returns what lets them through. */
export async function holdAssets(name: string): Promise<() => Promise<void>> {
  await commands.holdAssets(name);
  onTestFinished(() => commands.unblockAssets());
  return () => commands.releaseAssets();
}

/** Makes `navigator.onLine` false, so that the application does not reload itself when a file is missing. */
export function emulateOffline({ navigator }: Window): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false });
}

/** Blocks all files until the test ends and makes `navigator.onLine` false. */
export async function goOffline(window: Window): Promise<void> {
  emulateOffline(window);
  await blockAssets('');
}
