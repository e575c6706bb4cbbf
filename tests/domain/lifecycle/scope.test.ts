import { expect, test } from 'vitest';
import { docTypes } from '#domain/document';
import type { Action } from '#domain/lifecycle/transition';
import { transitions } from '#domain/lifecycle/decide';

/** The document types that an action applies to. */
function typesOf(action: Action): readonly string[] {
  return docTypes.filter((docType) => transitions[docType].some((row) => row.action === action));
}

test.each<[string, Action, readonly string[]]>([
  ['AP-08', 'approve', ['PO', 'INVOICE', 'PAYMENT']],
  ['AP-09', 'revise', ['PO', 'INVOICE']],
  ['AP-09', 'void', ['PO', 'INVOICE']],
  ['AP-10', 'deny', ['INVOICE', 'PAYMENT']],
  ['CO-03, AP-11', 'adjust', ['PO']],
  ['CO-03, CO-08', 'discard', ['PO']],
])('%s: %s applies to %j', (_ids, action, docTypesOfIt) => {
  expect(typesOf(action)).toEqual(docTypesOfIt);
});
