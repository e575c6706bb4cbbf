import { describe, test } from 'vitest';
import {
  approved,
  deniedInvoice,
  draft,
  needsRevision,
  submitted,
  voided,
} from '#domain/lifecycle/transition';
import type { Subject } from '#domain/lifecycle/subject';
import { bystander, check, lockedOut, table } from './permission-tables.ts';
import { admin, deborah, frank, inState, outsider, owner } from './fixtures.ts';

const invoice = { docType: 'INVOICE' } as const;
const invoices: Record<string, Subject> = {
  Draft: inState(draft, invoice),
  Revision: inState(needsRevision, invoice),
  Submitted: inState(submitted, invoice),
  Approved: inState(approved, invoice),
  Void: inState(voided, invoice),
  Denied: inState(deniedInvoice, invoice),
};

describe('DEC-27, DEC-98: invoices', () => {
  test.each(
    table(invoices, {
      Draft: 'WW ..FF. FWWW IWWWF',
      Revision: 'WW ..FF. FWWW IWWWF',
      Submitted: 'WW IIFF. F.WW IWWWF',
      Approved: 'WW IIFF. FWWW IWWWF',
      Void: 'WW IWFFW FWWW IWWWF',
      Denied: 'WW IWFFW FWWW IWWWF',
    }),
  )('the owner, %s', (_name, state, letters) => check(owner, state, letters));

  test.each(
    table(invoices, {
      Draft: 'WW ..WW. WWWW IWWWF',
      Revision: 'WW ..WW. WWWW IWWWF',
      Submitted: 'WW IIFF. F.WW IWWWF',
      Approved: 'WW IIWW. WWWW IWWWF',
      Void: 'WW IWWWW WWWW IWWWF',
      Denied: 'WW IWWWW WWWW IWWWF',
    }),
  )('an admin listed on a step beyond the final one, %s', (_name, state, letters) =>
    check(admin, state, letters),
  );

  test.each(
    table(invoices, {
      Draft: 'WF FFWWF WFFF FFFFF',
      Revision: 'WW FFWWF WFWW IWWWF',
      Submitted: 'WW FF... .FWW .WWWF',
      Approved: 'WW FFWW. WFWW IWWWF',
      Void: 'WW FFWWW WFWW IWWWF',
      Denied: 'WW FFWWW WFWW IWWWF',
    }),
  )('the approver of the final step, %s', (_name, state, letters) => check(frank, state, letters));

  test.each(
    table(invoices, {
      Draft: 'WF FFWWF WFFF FFFFF',
      Revision: 'WW FFWW. WFWW IWWWF',
      Submitted: 'WW FFFF. FFWW IWWWF',
      Approved: 'WW FFWW. WFWW IWWWF',
      Void: 'WW FFWWW WFWW IWWWF',
      Denied: 'WW FFWWW WFWW IWWWF',
    }),
  )('the approver who approved the first step, %s', (_name, state, letters) =>
    check(deborah, state, letters),
  );

  test.each(Object.entries(invoices))('an outsider, and a user without the module, %s', (name, state) => {
    check(outsider, state, name === 'Draft' ? 'WFFFWWFWFFFFFFFF' : 'WFFFFFFFFFFFFFFF');
    check(bystander, state, 'WFFFFFFFFFFFFFFF');
    check(lockedOut, state, 'FFFFFFFFFFFFFFFF');
  });
});
