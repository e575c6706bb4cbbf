/** A payee as a document keeps it, or as its record says it today. */
export interface Payee {
  name: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
}

/** What a vendor's record says by now where a document in approval says something else (DEC-34). */
export type VendorChange = Payee;

const payeeFields = [
  'name',
  'address',
  'city',
  'state',
  'postalCode',
] as const satisfies readonly (keyof Payee)[];

/** The record of today where it names another payee or another address than the document's copy; null where it does not. */
export function vendorChangeOf(copy: Payee, today: Payee): VendorChange | null {
  if (payeeFields.every((name) => copy[name] === today[name])) return null;
  const { name, address, city, state, postalCode } = today;
  return { name, address, city, state, postalCode };
}
