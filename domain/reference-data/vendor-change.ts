/** A payee as copied into a document, or as its record is now. */
export interface Payee {
  name: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
}

/** A vendor record's current values where they differ from a document in approval (DEC-34). */
export type VendorChange = Payee;

const payeeFields = [
  'name',
  'address',
  'city',
  'state',
  'postalCode',
] as const satisfies readonly (keyof Payee)[];

/** Returns the current record when its payee or address differs from the document's copy, else null. */
export function vendorChangeOf(copy: Payee, current: Payee): VendorChange | null {
  if (payeeFields.every((name) => copy[name] === current[name])) return null;
  const { name, address, city, state, postalCode } = current;
  return { name, address, city, state, postalCode };
}
