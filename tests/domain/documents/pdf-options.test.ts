import { expect, test } from 'vitest';
import { docTypes } from '#domain/document';
import { included, plainPdf } from '#domain/documents/pdf-options';

test.each(docTypes)('PD-09, PD-10, PD-11: a plain PDF (%s) is the document and nothing else', (docType) => {
  expect(included(docType, plainPdf)).toEqual({
    notes: false,
    attachments: false,
    history: false,
    terms: false,
  });
});
