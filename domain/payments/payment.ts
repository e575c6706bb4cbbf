/** PA-06 */
export const paymentTypes = ['CI', 'CCNF', 'ACH', 'ACHNF', 'EPAY', 'EPAYNF'] as const;
export type PaymentType = (typeof paymentTypes)[number];

/** LS-28 */
export const amountOperators = ['EQUAL_TO', 'GREATER_THAN', 'LESS_THAN'] as const;
export type AmountOperator = (typeof amountOperators)[number];

/** The searchable names, and the minimum letters of a search (PA-13). */
export const nameSearches = ['vendor-name', 'payee-name'] as const;
export type NameSearch = (typeof nameSearches)[number];
export const nameSearch = { minimumLength: 2, maximumRows: 50 } as const;

/** Returns the workflow of a payment without a selected one, or null when the show has none for it (DEC-44). */
export function templateFor<
  Template extends { isDefault: boolean; paymentBankAccounts: readonly { id: string }[] },
>(templates: readonly Template[], bankAccountId: string | null): Template | null {
  const ofBank = templates.find((template) =>
    template.paymentBankAccounts.some((account) => account.id === bankAccountId),
  );
  return ofBank ?? templates.find((template) => template.isDefault) ?? null;
}
