import { describe, test } from 'vitest';
import { approved, canceled, deniedPayment, draft, submitted } from '#domain/lifecycle/transition';
import type { Subject } from '#domain/lifecycle/subject';
import { bystander, check, lockedOut, table } from './permission-tables.ts';
import { accounting, actor, admin, frank, inState } from './fixtures.ts';

/** The user who submitted the payment. */
const submitter = actor('submitter', 'PO Creator');

const payment = {
  docType: 'PAYMENT',
  creatorId: 'accounting',
  ownerId: 'accounting',
  departmentId: null,
  submitterId: 'submitter',
} as const;
const payments: Record<string, Subject> = {
  Draft: inState(draft, payment),
  Submitted: inState(submitted, payment),
  Approved: inState(approved, payment),
  Denied: inState(deniedPayment, payment),
  Canceled: inState(canceled, payment),
};

describe('DEC-28, DEC-98: payments', () => {
  test.each(
    table(payments, {
      Draft: 'WF W.FWW FWWW WWWFF',
      Submitted: 'WF WWFWW F.WW WWWFF',
      Approved: 'WF WWFWW FWWW WWWFF',
      Denied: 'WF WWFWW FWWW WWWFF',
      Canceled: 'WF WWFWW FWWW WWWFF',
    }),
  )('the submitter, %s', (_name, state, letters) => check(submitter, state, letters));

  test.each(
    table(payments, {
      Draft: 'WF W.WWW WWWW WWWFF',
      Submitted: 'WF WWFWW F.WW WWWFF',
      Approved: 'WF WWWWW WWWW WWWFF',
      Denied: 'WF WWWWW WWWW WWWFF',
      Canceled: 'WF WWWWW WWWW WWWFF',
    }),
  )('an admin listed on a step beyond the final one, %s', (_name, state, letters) =>
    check(admin, state, letters),
  );

  test.each(
    table(payments, {
      Draft: 'FF F.WFF WFFF FFFFF',
      Submitted: 'WF WW.WW .FWW WWWFF',
      Approved: 'WF WWWWW WFWW WWWFF',
      Denied: 'WF WWWWW WFWW WWWFF',
      Canceled: 'WF WWWWW WFWW WWWFF',
    }),
  )('the approver of the final step, %s', (_name, state, letters) => check(frank, state, letters));

  test.each(
    table(payments, {
      Draft: 'FF F.FFF FFFF FFFFF',
      Submitted: 'FF FWFFF FFFF FFFFF',
      Approved: 'FF FWFFF FFFF FFFFF',
      Denied: 'FF FWFFF FFFF FFFFF',
      Canceled: 'FF FWFFF FFFF FFFFF',
    }),
  )('anyone with the payments permission, %s', (_name, state, letters) => check(bystander, state, letters));

  test.each(
    table(payments, {
      Draft: 'FW FFFFF FFFF FFF.W',
      Submitted: 'FW FFFFF FFFF FFF..',
      Approved: 'FW FFFFF FFFF FFF.W',
      Denied: 'FW FFFFF FFFF FFFWW',
      Canceled: 'FW FFFFF FFFF FFFWW',
    }),
  )('accounting, %s', (_name, state, letters) => check(accounting, state, letters));

  test.each(Object.entries(payments))('a user without the payments permission, %s', (_name, state) =>
    check(lockedOut, state, 'FFFFFFFFFFFFFFFF'),
  );
});
