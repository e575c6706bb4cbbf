import type { Assets } from './assets.ts';
import { addDirectory } from './directory.ts';
import { addBudget, budgetedShowId } from './show/budget.ts';
import { addDocuments } from './documents/documents.ts';
import { Ledger, addBooks, addDivisions } from './show/ledger.ts';
import { Rows } from './rows.ts';
import { showPlans } from './show/show-plans.ts';
import { openShow } from './show/show.ts';
import { addSpareLicenses } from './show/spare-licenses.ts';
import type { Show } from './show/show.ts';

/** The standard studio, ready to be written. */
export interface Studio {
  directory: Rows;
  shows: Show[];
  ledger: Ledger;
}

/**
 * Builds two studios with six shows, their users and documents. The same seed and anchor give the same studio, byte for
 * byte. `anchor` is the reference instant in milliseconds: nothing in the studio is newer.
 */
export function makeStudio(seed: string, anchor: number, assets: Assets): Studio {
  const directory = new Rows();
  addDirectory(directory, anchor);
  const ledger = new Ledger();
  addDivisions(ledger);
  const shows = showPlans.map((plan) => {
    const show = openShow(plan, seed, anchor, assets);
    const demoDocuments = addDocuments(show);
    if (plan.id === budgetedShowId) addBudget(show);
    addBooks(ledger, show, demoDocuments);
    return show;
  });
  addSpareLicenses(ledger);
  return { directory, shows, ledger };
}

/**
 * Builds the accounting data of the standard licenses before any document: vendors, companies and charts of accounts.
 */
export function makeBooks(seed: string, anchor: number, assets: Assets): Ledger {
  const ledger = new Ledger();
  addDivisions(ledger);
  for (const plan of showPlans) addBooks(ledger, openShow(plan, seed, anchor, assets), []);
  return ledger;
}
