import { expect, it } from 'vitest';
import { attachRefusal } from '#domain/lifecycle/attachment-permission';
import type { DocType, StatusPair } from '#domain/document';
import { legalPairs } from '../../support/transition-matrix/legal-pairs.ts';
import {
  approved,
  deniedInvoice,
  deniedPayment,
  draft,
  submitted,
  voided,
} from '#domain/lifecycle/transition';
import { admin, deborah, frank, inState, outsider, owner } from './fixtures.ts';

const cases: readonly [DocType, StatusPair, string][] = [
  ['PO', draft, 'owner admin'],
  ['PO', submitted, 'owner admin frank'],
  ['PO', approved, 'owner admin'],
  ['PO', voided, ''],
  ['INVOICE', submitted, 'owner admin frank'],
  ['INVOICE', deniedInvoice, ''],
  // A payment belongs to the user who submitted it, and before that to every user who may submit it.
  ['PAYMENT', draft, 'owner admin deborah frank outsider'],
  ['PAYMENT', submitted, 'deborah admin frank'],
  ['PAYMENT', deniedPayment, ''],
];

it.each(cases)('DEC-13: files of a %s that is %o may be changed by: %s', (docType, pair, who) => {
  const document = inState(pair, { docType, submitterId: docType === 'PAYMENT' ? 'deborah' : null });
  const may = [owner, admin, deborah, frank, outsider].filter((one) => attachRefusal(document, one) === null);
  expect(may.map(({ userId }) => userId).toSorted()).toEqual(who.split(' ').filter(Boolean).toSorted());
});

it('DEC-13, DEC-98: an outsider gets 403 in every state, and a late insider a conflict', () => {
  for (const pair of legalPairs.PO) {
    expect(attachRefusal(inState(pair, { docType: 'PO' }), outsider)).toBe('FORBIDDEN');
  }
  expect(attachRefusal(inState(voided, { docType: 'PO' }), owner)).toBe('WORKFLOW_CONFLICT');
});
