import { describe, test } from 'vitest';
import { approved, canceled, deniedPayment, draft, submitted } from '#domain/lifecycle-row';
import type { Subject } from '#domain/lifecycle-subject';
import { bystander, check, lockedOut, table } from './lifecycle-cells.ts';
import { accounting, actor, admin, frank, inState } from './lifecycle-given.ts';

/** Submitted the payment. */
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
      Draft: 'WF W.FWW FWWW WWWF',
      Submitted: 'WF WWFWW F.WW WWWF',
      Approved: 'WF WWFWW FWWW WWWF',
      Denied: 'WF WWFWW FWWW WWWF',
      Canceled: 'WF WWFWW FWWW WWWF',
    }),
  )('the submitter, %s', (_name, state, letters) => check(submitter, state, letters));

  test.each(
    table(payments, {
      Draft: 'WF W.WWW WWWW WWWF',
      Submitted: 'WF WWFWW F.WW WWWF',
      Approved: 'WF WWWWW WWWW WWWF',
      Denied: 'WF WWWWW WWWW WWWF',
      Canceled: 'WF WWWWW WWWW WWWF',
    }),
  )('an admin listed on a step beyond the final one, %s', (_name, state, letters) =>
    check(admin, state, letters),
  );

  test.each(
    table(payments, {
      Draft: 'FF F.WFF WFFF FFFF',
      Submitted: 'WF WW.WW .FWW WWWF',
      Approved: 'WF WWWWW WFWW WWWF',
      Denied: 'WF WWWWW WFWW WWWF',
      Canceled: 'WF WWWWW WFWW WWWF',
    }),
  )('the approver of the final step, %s', (_name, state, letters) => check(frank, state, letters));

  test.each(
    table(payments, {
      Draft: 'FF F.FFF FFFF FFFF',
      Submitted: 'FF FWFFF FFFF FFFF',
      Approved: 'FF FWFFF FFFF FFFF',
      Denied: 'FF FWFFF FFFF FFFF',
      Canceled: 'FF FWFFF FFFF FFFF',
    }),
  )('anyone with the payments permission, %s', (_name, state, letters) => check(bystander, state, letters));

  test.each(
    table(payments, {
      Draft: 'FW FFFFF FFFF FFF.',
      Submitted: 'FW FFFFF FFFF FFF.',
      Approved: 'FW FFFFF FFFF FFF.',
      Denied: 'FW FFFFF FFFF FFFW',
      Canceled: 'FW FFFFF FFFF FFFW',
    }),
  )('accounting, %s', (_name, state, letters) => check(accounting, state, letters));

  test.each(Object.entries(payments))('somebody without the payments permission, %s', (_name, state) =>
    check(lockedOut, state, 'FFFFFFFFFFFFFFF'),
  );
});
