import { expect, test } from 'vitest';
import { codes } from '#domain/codes';
import { permissionMatrix } from '#domain/identity/permissions';
import type { Role } from '#domain/identity/permissions';
import { keepAcrossShows, keys, touchedBy } from '../../web/src/keys.ts';
import { digests, withEmail } from '../../web/src/shell/account/preference-rules.ts';
import { isCurrent, sectionsFor } from '../../web/src/shell/navigation.ts';
import type { Rights } from '../../web/src/session/api-types.ts';
import { texts } from '../../web/src/texts.ts';
import { words, wordsFor } from '../../web/src/words.ts';

test('ER-01: every server code has a sentence, and no sentence has lost its code', () => {
  expect(Object.keys(words).toSorted()).toEqual(Object.keys(codes).toSorted());
});

test('ER-04, ER-05: the system text, and the default for a code this build does not know', () => {
  expect(wordsFor('INTERNAL_ERROR')).toBe('Oh no! System could not process your request.');
  expect(wordsFor('from_a_newer_server')).toBe('An error occurred.');
  expect(wordsFor('toString')).toBe('An error occurred.');
  expect(texts.systemError).toBe(words.INTERNAL_ERROR);
});

test('DEC-73: preferences outlive a change of show, documents and lists do not', () => {
  expect(keepAcrossShows(keys.preferences())).toBe(true);
  expect(keepAcrossShows(keys.document('PO', 'alpha_1', 'CREATOR'))).toBe(false);
  expect(keepAcrossShows(keys.shows(1, ''))).toBe(false);
});

test('DEC-100: a change refreshes its own document in both personas and the counts of its show, nothing else', () => {
  const touched = touchedBy({
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

test('DEC-100, DEC-39: a change of an invoice or a payment refreshes the pages that may name it', () => {
  const change = {
    id: 'alpha_1',
    showId: 'alpha',
    version: 3,
    status: 'VOID',
    submissionStatus: 'Denied',
  } as const;
  const order = keys.document('PO', 'alpha_2', 'CREATOR');
  const payment = keys.document('PAYMENT', 'alpha_2', 'CREATOR');
  expect(touchedBy({ ...change, docType: 'INVOICE' })(order)).toBe(true);
  expect(touchedBy({ ...change, docType: 'INVOICE' })(keys.document('INVOICE', 'alpha_2', 'CREATOR'))).toBe(
    false,
  );
  expect(touchedBy({ ...change, docType: 'INVOICE' })(payment)).toBe(true);
  expect(touchedBy({ ...change, docType: 'PAYMENT' })(order)).toBe(true);
  expect(touchedBy({ ...change, docType: 'PO' })(payment)).toBe(false);
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

test('SH-38, SH-39, SH-12, DEC-78: the tabs in their order; a review belongs to the tab of its persona', () => {
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
  // SH-41: whoever reads one area has the tab.
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
