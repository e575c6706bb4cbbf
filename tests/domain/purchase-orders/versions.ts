import fc from 'fast-check';
import type { ApprovedVersion } from '#domain/purchase-orders/purchase-order-response';
import { givenOrder, givenSavedLine } from './fixtures.ts';

export function givenVersion(change: Partial<ApprovedVersion> = {}): ApprovedVersion {
  const { description, poDate, currency, department, category, vendor, lineItems, totalCost } = givenOrder();
  const { projectCompanyExternalId, company, billToAddressId, shipToAddressId } = givenOrder();
  return {
    id: 'h1',
    created: '2026-10-02T00:00:00Z',
    purchaseOrderId: 'show_1',
    changeOrderNumber: 0,
    description,
    poDate,
    currency,
    department,
    category,
    vendor,
    projectCompanyExternalId,
    company,
    billToAddressId,
    shipToAddressId,
    totalCost,
    lineItems,
    billToAddress: null,
    shipToAddress: null,
    ...change,
  };
}

const cents = fc.integer({ min: -5_000_000, max: 5_000_000 });
const someLines = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 8 }),
      unitCents: cents,
      description: fc.constantFrom('Sofa', 'Lamp', ''),
    }),
    { selector: ({ id }) => id, maxLength: 8 },
  )
  .map((drawn) =>
    drawn.map(({ id, unitCents, description }, index) =>
      givenSavedLine({
        id: `l${id}`,
        lineNumber: index + 1,
        description,
        quantity: 1,
        unitCost: unitCents / 100,
        totalCost: unitCents / 100,
      }),
    ),
  );
/** Any version of an order whose total is that of its lines. */
export const someVersion = someLines.map((lineItems) =>
  givenVersion({
    lineItems,
    totalCost: lineItems.reduce((sum, line) => sum + Math.round(line.totalCost * 100), 0) / 100,
  }),
);
