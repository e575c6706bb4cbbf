import { describe, test } from 'vitest';
import { approved, deniedInvoice, draft, needsRevision, submitted, voided } from '#domain/lifecycle-row';
import type { Subject } from '#domain/lifecycle-subject';
import { bystander, check, lockedOut, table } from './lifecycle-cells.ts';
import { admin, deborah, frank, inState, outsider, owner } from './lifecycle-given.ts';

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
      Draft: 'WW ..FF. FWWW IWWW',
      Revision: 'WW ..FF. FWWW IWWW',
      Submitted: 'WW IIFF. F.WW IWWW',
      Approved: 'WW IIFF. FWWW IWWW',
      Void: 'WW IWFFW FWWW IWWW',
      Denied: 'WW IWFFW FWWW IWWW',
    }),
  )('the owner, %s', (_name, state, letters) => check(owner, state, letters));

  test.each(
    table(invoices, {
      Draft: 'WW ..WW. WWWW IWWW',
      Revision: 'WW ..WW. WWWW IWWW',
      Submitted: 'WW IIFF. F.WW IWWW',
      Approved: 'WW IIWW. WWWW IWWW',
      Void: 'WW IWWWW WWWW IWWW',
      Denied: 'WW IWWWW WWWW IWWW',
    }),
  )('an admin listed on a step beyond the final one, %s', (_name, state, letters) =>
    check(admin, state, letters),
  );

  test.each(
    table(invoices, {
      Draft: 'WF FFWWF WFFF FFFF',
      Revision: 'WW FFWWF WFWW IWWW',
      Submitted: 'WW FF... .FWW .WWW',
      Approved: 'WW FFWW. WFWW IWWW',
      Void: 'WW FFWWW WFWW IWWW',
      Denied: 'WW FFWWW WFWW IWWW',
    }),
  )('the approver of the final step, %s', (_name, state, letters) => check(frank, state, letters));

  test.each(
    table(invoices, {
      Draft: 'WF FFWWF WFFF FFFF',
      Revision: 'WW FFWW. WFWW IWWW',
      Submitted: 'WW FFFF. FFWW IWWW',
      Approved: 'WW FFWW. WFWW IWWW',
      Void: 'WW FFWWW WFWW IWWW',
      Denied: 'WW FFWWW WFWW IWWW',
    }),
  )('the approver who approved the first step, %s', (_name, state, letters) =>
    check(deborah, state, letters),
  );

  test.each(Object.entries(invoices))('an outsider, and somebody without the module, %s', (name, state) => {
    check(outsider, state, name === 'Draft' ? 'WFFFWWFWFFFFFFF' : 'WFFFFFFFFFFFFFF');
    check(bystander, state, 'WFFFFFFFFFFFFFF');
    check(lockedOut, state, 'FFFFFFFFFFFFFFF');
  });
});
