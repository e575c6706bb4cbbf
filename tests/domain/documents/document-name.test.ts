import { expect, test } from 'vitest';
import { capitalize, documentLabel, documentName, nameInBrief } from '#domain/documents/document-name';

test('DEC-71: a document is named by its number', () => {
  expect(documentName('PO', 'ART-00042')).toBe('PO #ART-00042');
  expect(documentName('INVOICE', '7')).toBe('Invoice #7');
  expect(documentLabel('PAYMENT', '12')).toBe('Payment #12');
});

test('DEC-17, DEC-71: a document without a visible number is named without one', () => {
  for (const number of ['NA', '']) {
    expect(documentName('PO', number)).toBe('this purchase order');
    expect(documentName('INVOICE', number, 'a')).toBe('an invoice');
    expect(documentLabel('PO', number)).toBe('PO');
  }
});

test('DEC-71: a sentence that begins with the name of a document begins with a capital letter', () => {
  expect(capitalize(`${documentName('PO', 'NA')} was approved`)).toBe('This purchase order was approved');
  expect(nameInBrief(documentName('PO', 'NA'))).toBe('Purchase order');
  expect(nameInBrief(documentName('PO', '00042'))).toBe('PO #00042');
});
