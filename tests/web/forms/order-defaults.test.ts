import { describe, expect, test } from 'vitest';
import { emptyDraft } from '#domain/purchase-orders/purchase-order-draft';
import { givenLine, givenOrder } from '../../domain/purchase-orders/fixtures.ts';
import type { SharedForm } from '../../../web/src/forms/document/model/draft.ts';
import { noDefaults, applyDefaults } from '../../../web/src/forms/document/vendor/order-defaults.ts';
import type { Company } from '#domain/reference-data/reference-data-response';

function company(id: string, taxCode: string): Company {
  return {
    projectCompanyExternalId: id,
    project_company_currencies: [{ external_id: `${id}-usd`, iso_currency_code: 'USD', is_base: true }],
    hasTaxInfo: true,
    taxCodes: [{ code: taxCode, description: '' }],
  } as unknown as Company;
}

const offered = {
  companies: [company('c1', 'T1'), company('c2', 'T2')],
  addressIds: ['b1', 'b2', 's1'],
};

function order(id: string, billToAddressId: string | null, shipToAddressId: string | null) {
  return givenOrder({
    projectCompanyExternalId: id,
    projectCompanyCurrencyExternalId: `${id}-usd`,
    billToAddressId,
    shipToAddressId,
  });
}

/** The part of a form that is written to here. */
function newForm() {
  const values = { ...emptyDraft('2026-11-21'), lineItems: [givenLine({ taxCode: 'T1' })] };
  const form = {
    getValues: (name: keyof typeof values) => values[name],
    getFieldState: () => ({ isDirty: false }),
    setValue: (name: keyof typeof values, value: unknown) => Object.assign(values, { [name]: value }),
  } as unknown as SharedForm;
  const filledIn = () => [
    values.projectCompanyExternalId,
    values.currency,
    values.billToAddressId,
    values.shipToAddressId,
  ];
  return { form, values, filledIn };
}

describe('defaults from the last order', () => {
  test('DEC-95: another vendor replaces the defaults, and the tax codes of the previous company are cleared', () => {
    const { form, values, filledIn } = newForm();
    const first = applyDefaults(form, order('c1', 'b1', 's1'), offered, noDefaults);
    expect(filledIn()).toEqual(['c1', 'USD', 'b1', 's1']);
    expect(values.lineItems[0]?.taxCode).toBe('T1');
    const second = applyDefaults(form, order('c2', 'b2', 'gone'), offered, first);
    expect(filledIn()).toEqual(['c2', 'USD', 'b2', null]);
    expect(values.lineItems[0]?.taxCode).toBeNull();
    applyDefaults(form, null, offered, second);
    expect(filledIn()).toEqual(['', '', null, null]);
  });

  test('DEC-95: values chosen by the user stay, with their tax codes', () => {
    const { form, values, filledIn } = newForm();
    values.billToAddressId = 'b2';
    const first = applyDefaults(form, order('c2', 'b1', 's1'), offered, noDefaults);
    expect(filledIn()).toEqual(['c2', 'USD', 'b2', 's1']);
    Object.assign(values, { projectCompanyExternalId: 'c1', projectCompanyCurrencyExternalId: 'c1-usd' });
    values.lineItems = [givenLine({ taxCode: 'T1' })];
    applyDefaults(form, order('c2', 'b1', null), offered, first);
    expect(filledIn()).toEqual(['c1', 'USD', 'b2', null]);
    expect(values.lineItems[0]?.taxCode).toBe('T1');
  });
});
