import type { Assets } from './assets.ts';
import { addDirectory } from './directory.ts';
import { addDocuments } from './documents.ts';
import { Ledger, addBooks, addDivisions } from './ledger.ts';
import { Rows } from './rows.ts';
import { showPlans } from './show-plans.ts';
import { openShow } from './show.ts';
import type { Show } from './show.ts';

/** The standard studio, ready to be written. */
export interface Studio {
  directory: Rows;
  shows: Show[];
  ledger: Ledger;
}

/**
 * Two studios with six shows, their people and their documents. The same seed and anchor give the same studio, byte for
 * byte. `anchor` is the instant in milliseconds that every time is relative to: nothing in the studio is younger.
 */
export function makeStudio(seed: string, anchor: number, assets: Assets): Studio {
  const directory = new Rows();
  addDirectory(directory, anchor);
  const ledger = new Ledger();
  addDivisions(ledger);
  const shows = showPlans.map((plan) => {
    const show = openShow(plan, seed, anchor, assets);
    addBooks(ledger, show, addDocuments(show));
    return show;
  });
  return { directory, shows, ledger };
}
