import { expect, test } from 'vitest';
import { codes } from '#domain/codes';
import { permissionMatrix } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import { survivesShowChange, keys, keysAffectedBy } from '../../web/src/keys.ts';
import { digests, withEmail } from '../../web/src/shell/account/preference-rules.ts';
import { isCurrent, sectionsFor } from '../../web/src/shell/navigation.ts';
import type { Rights } from '../../web/src/session/api-types.ts';
import { texts } from '../../web/src/texts.ts';
import { words, messageFor } from '../../web/src/words.ts';

test('ER-01: every server code has a message, and every message has a code', () => {
  expect(Object.keys(words).toSorted()).toEqual(Object.keys(codes).toSorted());
});

test('ER-04, ER-05: the system error has its text, and an unknown code the default', () => {
  expect(messageFor('INTERNAL_ERROR')).toBe('Oh no! System could not process your request.');
  expect(messageFor('from_a_newer_server')).toBe('An error occurred.');
  expect(messageFor('toString')).toBe('An error occurred.');
  expect(texts.systemError).toBe(words.INTERNAL_ERROR);
});

test('DEC-73: preferences survive a change of show, documents and lists do not', () => {
  expect(survivesShowChange(keys.preferences())).toBe(true);
  expect(survivesShowChange(keys.document('PO', 'alpha_1', 'CREATOR'))).toBe(false);
  expect(survivesShowChange(keys.shows(1, ''))).toBe(false);
});

test('DEC-100: a change refreshes its own document in both personas and the counts of its show, nothing else', () => {
  const touched = keysAffectedBy({
    docType: 'PO',
    id: 'alpha_1',
    showId: 'alpha',
    version: 3,
    status: 'APPROVED',
    submissionStatus: 'Approved',
  });
  expect(touched(keys.document('PO', 'alpha_1', 'CREATOR'))).toBe(true);
  expect(touched(keys.document('PO', 'alpha_1', 'APPROVER'))).toBe(true);
  expect(touched(keys.meta('alpha'))).toBe(true);
  expect(touched(keys.document('PO', 'alpha_2', 'CREATOR'))).toBe(false);
  expect(touched(keys.document('INVOICE', 'alpha_1', 'CREATOR'))).toBe(false);
  expect(touched(keys.meta('bravo'))).toBe(false);
  expect(touched(undefined)).toBe(false);
});

test('DEC-100, DEC-39: a change of an invoice or a payment refreshes the pages that may mention it', () => {
  const change = {
    id: 'alpha_1',
    showId: 'alpha',
    version: 3,
    status: 'VOID',
    submissionStatus: 'Denied',
  } as const;
  const order = keys.document('PO', 'alpha_2', 'CREATOR');
  const payment = keys.document('PAYMENT', 'alpha_2', 'CREATOR');
  expect(keysAffectedBy({ ...change, docType: 'INVOICE' })(order)).toBe(true);
  expect(
    keysAffectedBy({ ...change, docType: 'INVOICE' })(keys.document('INVOICE', 'alpha_2', 'CREATOR')),
  ).toBe(false);
  expect(keysAffectedBy({ ...change, docType: 'INVOICE' })(payment)).toBe(true);
  expect(keysAffectedBy({ ...change, docType: 'PAYMENT' })(order)).toBe(true);
  expect(keysAffectedBy({ ...change, docType: 'PO' })(payment)).toBe(false);
});

test('SE-28: turning e-mail off clears the three digests, turning it on sets none', () => {
  const all = {
    emailNotifications: true,
    consolidatePoEmails: true,
    consolidatePaymentEmails: true,
    consolidateInvoiceEmails: true,
    dateFormat: null,
  };
  const off = withEmail(all, false);
  expect(digests.map(({ name }) => off[name])).toEqual([false, false, false]);
  expect(withEmail(off, true)).toEqual({ ...off, emailNotifications: true });
});

test('SH-38, SH-39, SH-12, DEC-78: the tabs are in their order, and a review belongs to the tab of its persona', () => {
  const rightsOf = (role: Role, modules: boolean): Rights => ({
    role,
    permissions: permissionMatrix[role],
    invoices: modules,
    payments: modules,
  });
  const textsOf = (rights: Rights) => sectionsFor(rights).map(({ text }) => text);
  expect(textsOf(rightsOf('PO Creator', false))).toEqual(['Purchase Orders', 'Approvals']);
  const every = ['Purchase Orders', 'Invoices', 'Payments', 'Approvals'];
  expect(textsOf(rightsOf('PO Creator', true))).toEqual(every);
  // A user who may read one area has the tab (SH-41).
  expect(textsOf(rightsOf('Approver', true))).toEqual([...every, 'Management']);
  const all = sectionsFor(rightsOf('Show Admin', true));
  expect(all.map(({ text }) => text)).toEqual([...every, 'Management']);
  const currentAt = (path: string) => {
    const at = new URL(path, 'https://backlot.example');
    return all.filter((one) => isCurrent(one, at)).map(({ id }) => id);
  };
  expect(currentAt('/po')).toEqual(['purchase-orders']);
  expect(currentAt('/po/review/alpha_1/creator')).toEqual(['purchase-orders']);
  expect(currentAt('/po/review/alpha_1/approver')).toEqual(['approvals']);
  expect(currentAt('/approvals/invoices')).toEqual(['approvals']);
  expect(currentAt('/invoice/create')).toEqual(['invoices']);
  expect(currentAt('/invoice/review/alpha_1/approver')).toEqual(['approvals']);
  expect(currentAt('/payment/review/alpha_1?referrer=listing')).toEqual(['payments']);
  expect(currentAt('/payment/review/alpha_1')).toEqual(['approvals']);
  expect(currentAt('/setup/shows/workflows')).toEqual(['management']);
  expect(currentAt('/portal')).toEqual([]);
});
