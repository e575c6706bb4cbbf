import { expect, test } from 'vitest';
import { hasOtherPayee } from '#domain/drafts/draft-restart';
import { namedVendor } from '#domain/reference-data/vendor';
import type { VendorDraft } from '#domain/reference-data/vendor';
import { givenDraft } from '../purchase-orders/fixtures.ts';

const temporary: VendorDraft = {
  ...namedVendor('Corner Hardware'),
  isTemporary: true,
  tempVendorId: 't1',
  address: '3 Side St',
};
const before = givenDraft({ vendor: temporary });

test.each<[string, Parameters<typeof givenDraft>[0]]>([
  ['a permanent vendor', { vendor: { ...namedVendor('Corner Hardware'), id: 'v1' } }],
  ['another name', { vendor: { ...temporary, name: 'Corner & Sons' } }],
  ['another address', { vendor: { ...temporary, address: '4 Side St' } }],
  ['another company', { projectCompanyExternalId: 'another' }],
  ['another currency', { projectCompanyCurrencyExternalId: 'another' }],
])('DEC-40: %s is another payee, company or currency', (_name, changes) => {
  expect(hasOtherPayee(before, givenDraft({ vendor: temporary, ...changes }))).toBe(true);
});

test.each<[string, Parameters<typeof givenDraft>[0]]>([
  ['another contact', { vendor: { ...temporary, contact: 'Ada', updateTempVendor: true } }],
  ['another description', { description: 'Other words' }],
])('DEC-40: %s is the same payee', (_name, changes) => {
  expect(hasOtherPayee(before, givenDraft({ vendor: temporary, ...changes }))).toBe(false);
});
