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
    loseAssets: () => Promise<void>;
    serveAssets: () => Promise<void>;
  }
}

/** Keys, mouse and media of the real browser (`tests/component/node/commands.ts`). */
export const { pressKey, typeText, moveMouse, pressMouse, turnWheel, emulateMedia } = commands;

/** Until the test ends no file of the application arrives any more, as where the network is gone. */
export async function loseAssets(): Promise<void> {
  await commands.loseAssets();
  onTestFinished(() => commands.serveAssets());
}
