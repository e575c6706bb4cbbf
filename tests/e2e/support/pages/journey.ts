import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/**
 * The keystroke-level model of Card, Moran and Newell, in seconds: a key by somebody who types as people in offices do,
 * a pointing, a press of its button (down and up), a hand that changes between keyboard and mouse, and the moment before
 * each step in which one decides what comes next.
 */
const seconds = { key: 0.28, point: 1.1, button: 0.2, home: 0.4, think: 1.35 } as const;

interface Effort {
  clicks: number;
  /** With every key of a chord. */
  keys: number;
  /** By the model, with what the product made one wait for as it was measured. */
  seconds: number;
}

type Hand = 'keyboard' | 'mouse';

/** Does what a person does at this page, and counts it: nothing is clicked or typed but through it. */
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
    /** Something to decide: which vendor, which line, what next. */
    step: () => {
      effort.seconds += seconds.think;
    },
    /** A click, or on a phone a tap. */
    click: async (target: Locator) => {
      effort.clicks += 1;
      spend('mouse', seconds.point + seconds.button);
      await target.click();
    },
    /** Turning the wheel until this is in sight, which costs what a click does. */
    scrollTo: async (target: Locator) => {
      effort.clicks += 1;
      spend('mouse', seconds.point + seconds.button);
      await target.scrollIntoViewIfNeeded();
    },
    type: async (text: string) => {
      hit(text.length);
      await page.keyboard.type(text);
    },
    /** One key, or a chord such as `ControlOrMeta+Enter`. */
    press: async (key: string, times = 1) => {
      hit(key.split('+').length * times);
      for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
    },
    /** Waits as a person waits, and counts for how long. */
    sees: async (what: Locator) => {
      const began = performance.now();
      await expect(what.first()).toBeVisible();
      effort.seconds += (performance.now() - began) / 1000;
    },
    focuses: async (what: Locator) => {
      const began = performance.now();
      await expect(what).toBeFocused();
      effort.seconds += (performance.now() - began) / 1000;
    },
  };
}
