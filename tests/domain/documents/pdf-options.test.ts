import { expect, test } from 'vitest';
import { docTypes } from '#domain/document';
import { pdfContents, topsheetOnlyOptions } from '#domain/documents/pdf-options';

test.each(docTypes)('PD-09, PD-10, PD-11: a topsheet-only PDF (%s) contains nothing else', (docType) => {
  expect(pdfContents(docType, topsheetOnlyOptions)).toEqual({
    notes: false,
    attachments: false,
    history: false,
    terms: false,
  });
});
