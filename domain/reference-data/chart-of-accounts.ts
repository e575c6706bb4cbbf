import type { Coding } from './coding.ts';
import type { AccountField, AccountPart } from './reference-data-response.ts';

/** A department's allowed codes per configured type; missing or empty allows all (DEC-52). */
export type AllowedCodes = Readonly<Record<string, readonly string[]>>;

function selectableParts(field: AccountField): AccountPart[] {
  return field.account_parts.filter((part) => part.is_active && !part.is_header);
}

function isAllowed(allowed: AllowedCodes, configType: string, code: string): boolean {
  const codes = allowed[configType] ?? [];
  return codes.length === 0 || codes.includes(code);
}

/**
 * Returns the parts that can be selected in a column, in the chart's order: active, no header, allowed by the
 * department (DEC-52).
 */
export function availableParts(field: AccountField, allowed: AllowedCodes): AccountPart[] {
  return allowedParts(field, allowed).toSorted((a, b) => a.part_order - b.part_order);
}

function allowedParts(field: AccountField, allowed: AllowedCodes): AccountPart[] {
  const codes = new Set(allowed[field.config_type]);
  return selectableParts(field).filter(({ id_code }) => codes.size === 0 || codes.has(id_code));
}

/** The codes that a department can select in a column, and the single one if there is no choice. */
interface SelectableCodes {
  codes: ReadonlySet<string>;
  onlyCode: string | null;
}

/** Cached per column and department, which are immutable, as an import looks them up for thousands of lines. */
const selectableCodesCache = new WeakMap<AccountField, WeakMap<AllowedCodes, SelectableCodes>>();

function selectableCodes(field: AccountField, allowed: AllowedCodes): SelectableCodes {
  const ofField = selectableCodesCache.get(field) ?? new WeakMap<AllowedCodes, SelectableCodes>();
  selectableCodesCache.set(field, ofField);
  const selectable = ofField.get(allowed) ?? findSelectableCodes(field, allowed);
  ofField.set(allowed, selectable);
  return selectable;
}

/** There is no choice when the department's settings or the chart leave a single code (LI-29). */
function findSelectableCodes(field: AccountField, allowed: AllowedCodes): SelectableCodes {
  const parts = allowedParts(field, allowed);
  const [first, another] = parts;
  const isSingle = allowed[field.config_type]?.length === 1 || selectableParts(field).length === 1;
  return {
    codes: new Set(parts.map(({ id_code }) => id_code)),
    onlyCode: isSingle && first && !another ? first.id_code : null,
  };
}

/** True when this code can be selected in a column (DEC-52). */
export function isCodeAvailable(field: AccountField, allowed: AllowedCodes, code: string): boolean {
  return selectableCodes(field, allowed).codes.has(code);
}

/** Fills in a column's only code and removes codes that the department may not use (LI-29, LI-30). */
export function withOnlyChoice(
  coding: Coding,
  fields: readonly AccountField[],
  allowed: AllowedCodes,
): Coding {
  const completeCoding = { ...coding };
  for (const field of fields) {
    const type = field.config_type;
    if (completeCoding[type] && !isAllowed(allowed, type, completeCoding[type])) delete completeCoding[type];
    const { onlyCode } = selectableCodes(field, allowed);
    if (!completeCoding[type] && onlyCode !== null) completeCoding[type] = onlyCode;
  }
  return completeCoding;
}

/** Removes codes that can no longer be selected. A column without parts is free text and stays (PO-43). */
export function withoutUnavailableCodes(coding: Coding, fields: readonly AccountField[]): Coding {
  return Object.fromEntries(
    Object.entries(coding).filter(([type, code]) => {
      const field = fields.find((one) => one.config_type === type);
      if (!field) return false;
      return field.account_parts.length === 0 || selectableParts(field).some((part) => part.id_code === code);
    }),
  );
}

/** Returns the `coaExternalId` of a line, the account part of its `ACCOUNT` code, or null (DEC-52). */
export function coaExternalId(coding: Coding, fields: readonly AccountField[]): string | null {
  const account = fields.find((field) => field.config_type === 'ACCOUNT');
  return account?.account_parts.find((part) => part.id_code === coding['ACCOUNT'])?.account_part_id ?? null;
}
