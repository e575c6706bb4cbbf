import type { Coding } from './coding.ts';

/** LI-27, in the accounting system's own spelling. */
export interface AccountPart {
  account_part_id: string;
  part_config_id: string;
  id_code: string;
  description: string;
  part_order: number;
  is_active: boolean;
  is_asset: boolean;
  is_header: boolean;
  is_insurance: boolean;
  rollup_account_part_id: string | null;
}

/** LI-27: one coding column of a license, such as `ACCOUNT` or `EPISODE` (DEC-52). */
export interface AccountField {
  header: string;
  config_type: string;
  part_config_id: string;
  account_parts: AccountPart[];
}

/** DEC-52: a department's id codes per configured type; missing or empty allows all. */
export type AllowedCodes = Readonly<Record<string, readonly string[]>>;

function pickable(field: AccountField): AccountPart[] {
  return field.account_parts.filter((part) => part.is_active && !part.is_header);
}

function allows(allowed: AllowedCodes, configType: string, code: string): boolean {
  const codes = allowed[configType] ?? [];
  return codes.length === 0 || codes.includes(code);
}

/** DEC-52: what may be picked in a column: active, no header, allowed by the department; in the chart's order. */
export function availableParts(field: AccountField, allowed: AllowedCodes): AccountPart[] {
  return allowedParts(field, allowed).toSorted((a, b) => a.part_order - b.part_order);
}

function allowedParts(field: AccountField, allowed: AllowedCodes): AccountPart[] {
  const codes = new Set(allowed[field.config_type]);
  return pickable(field).filter(({ id_code }) => codes.size === 0 || codes.has(id_code));
}

/** What a department may pick in a column: its codes, and the one that there is no choice about. */
interface Choice {
  offered: ReadonlySet<string>;
  only: string | null;
}

/** Made once for a column and a department, which are never changed: a file asks for each of thousands of lines. */
const choices = new WeakMap<AccountField, WeakMap<AllowedCodes, Choice>>();

function choiceOf(field: AccountField, allowed: AllowedCodes): Choice {
  const ofField = choices.get(field) ?? new WeakMap<AllowedCodes, Choice>();
  choices.set(field, ofField);
  const choice = ofField.get(allowed) ?? madeChoice(field, allowed);
  ofField.set(allowed, choice);
  return choice;
}

/** LI-29: there is no choice where the department's settings or the chart itself leave none. */
function madeChoice(field: AccountField, allowed: AllowedCodes): Choice {
  const parts = allowedParts(field, allowed);
  const [first, another] = parts;
  const isSingle = allowed[field.config_type]?.length === 1 || pickable(field).length === 1;
  return {
    offered: new Set(parts.map(({ id_code }) => id_code)),
    only: isSingle && first && !another ? first.id_code : null,
  };
}

/** DEC-52: whether this code may be picked in a column. */
export function isCodeAvailable(field: AccountField, allowed: AllowedCodes, code: string): boolean {
  return choiceOf(field, allowed).offered.has(code);
}

/** LI-29, LI-30: a column's only code is filled in; a code that the department may not use is taken out. */
export function withOnlyChoice(
  coding: Coding,
  fields: readonly AccountField[],
  allowed: AllowedCodes,
): Coding {
  const coded = { ...coding };
  for (const field of fields) {
    const type = field.config_type;
    if (coded[type] && !allows(allowed, type, coded[type])) delete coded[type];
    const { only } = choiceOf(field, allowed);
    if (!coded[type] && only !== null) coded[type] = only;
  }
  return coded;
}

/** PO-43: the coding without codes that can no longer be picked. A column without parts is free text and stays. */
export function withoutUnavailableCodes(coding: Coding, fields: readonly AccountField[]): Coding {
  return Object.fromEntries(
    Object.entries(coding).filter(([type, code]) => {
      const field = fields.find((one) => one.config_type === type);
      if (!field) return false;
      return field.account_parts.length === 0 || pickable(field).some((part) => part.id_code === code);
    }),
  );
}

/** DEC-52: the `coaExternalId` of a line: the account part that its `ACCOUNT` code names, or null. */
export function coaExternalId(coding: Coding, fields: readonly AccountField[]): string | null {
  const account = fields.find((field) => field.config_type === 'ACCOUNT');
  return account?.account_parts.find((part) => part.id_code === coding['ACCOUNT'])?.account_part_id ?? null;
}
