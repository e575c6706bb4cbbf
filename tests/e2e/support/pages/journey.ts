import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/**
 * The keystroke-level model of Card, Moran and Newell, in seconds: a key of an average typist, pointing with the mouse,
 * a press of its button (down and up), moving the hand between keyboard and mouse, and the decision before each step.
 */
const seconds = { key: 0.28, point: 1.1, button: 0.2, home: 0.4, think: 1.35 } as const;

interface Effort {
  clicks: number;
  /** Counts every key of a chord. */
  keys: number;
  /** By the model, plus the measured waiting time. */
  seconds: number;
}

type Hand = 'keyboard' | 'mouse';

/** Acts on the page as a user and counts the effort. A journey must click and type only through it. */
export function journeyOn(page: Page) {
  const effort: Effort = { clicks: 0, keys: 0, seconds: 0 };
  let hand: Hand = 'mouse';
  const spend = (by: Hand, time: number) => {
    effort.seconds += time + (hand === by ? 0 : seconds.home);
    hand = by;
  };
  const hit = (count: number) => {
    effort.keys += count;
    spend('keyboard', count * seconds.key);
  };
  return {
    effort,
    /** Adds the time of a decision, for example which vendor or which line. */
    step: () => {
      effort.seconds += seconds.think;
    },
    /** A click, or on a phone a tap. */
    click: async (target: Locator) => {
      effort.clicks += 1;
      spend('mouse', seconds.point + seconds.button);
      await target.click();
    },
    /** Scrolls the target into view, which costs as much as a click. */
    scrollTo: async (target: Locator) => {
      effort.clicks += 1;
      spend('mouse', seconds.point + seconds.button);
      await target.scrollIntoViewIfNeeded();
    },
    type: async (text: string) => {
      hit(text.length);
      await page.keyboard.type(text);
    },
    /** Presses a key, or a chord such as `ControlOrMeta+Enter`. */
    press: async (key: string, times = 1) => {
      hit(key.split('+').length * times);
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    },
    /** Waits until the target is visible and adds the waiting time. */
    sees: async (target: Locator) => {
      const began = performance.now();
      await expect(target.first()).toBeVisible();
      effort.seconds += (performance.now() - began) / 1000;
    },
    focuses: async (target: Locator) => {
      const began = performance.now();
      await expect(target).toBeFocused();
      effort.seconds += (performance.now() - began) / 1000;
    },
  };
}
