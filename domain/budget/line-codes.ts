import type { AccountField } from '#domain/reference-data/reference-data-response';

/** The types of code below an account that a budget line may have, as `config_type` of the chart names them (BUD-61). */
export const lineCodeTypes = ['SET', 'EPISODE', 'LOCATION', 'FREE_FIELD'] as const;
export type LineCodeType = (typeof lineCodeTypes)[number];
export type LineCodes = { readonly [type in LineCodeType]?: string | undefined };

export const lineCodeNames = {
  SET: 'Set',
  EPISODE: 'Episode',
  LOCATION: 'Location',
  FREE_FIELD: 'Free Field',
} as const satisfies Record<LineCodeType, string>;

/** The account and the codes by which a line of a budget is found. */
export interface LineKey {
  account: string;
  /** By `codesText`; `noCodes` for a line of the whole account. */
  codes: string;
}

/** The codes of a line of a whole account. */
export const noCodes = '{}';

/** The same text for the same codes: the types in alphabetical order, without empty codes. */
export function codesText(codes: LineCodes): string {
  const entries = lineCodeTypes.toSorted().map((type) => [type, codes[type]] as const);
  return JSON.stringify(Object.fromEntries(entries.filter(([, value]) => value)));
}

export const parseCodes = (codes: string) => JSON.parse(codes) as LineCodes;

/** The codes of a document line below its account, by which it counts (BUD-64). */
export const codesOfLine = (line: {
  coding: Readonly<Record<string, string>>;
  episode?: string | null | undefined;
}) => codesText({ ...line.coding, EPISODE: line.coding['EPISODE'] || (line.episode ?? '') });

/**
 * How fine codes are: a free field is finer than a location, this than an episode, and this than a set. The store ranks
 * them alike in `decision.ts`.
 */
export const codesRank = (codes: LineCodes) =>
  lineCodeTypes.reduce((rank, type, n) => rank + (codes[type] ? 2 ** n : 0), 0);

/** The codes in words: `Set 12, Episode 103`; '' without any. */
export function codesName(codes: LineCodes): string {
  return lineCodeTypes
    .flatMap((type) => (codes[type] ? [`${lineCodeNames[type]} ${codes[type]}`] : []))
    .join(', ');
}

/** The codes of the chart by type; a type without codes allows every text. */
export type KnownCodes = ReadonlyMap<LineCodeType, ReadonlyMap<string, string>>;

export function knownCodes(fields: readonly AccountField[]): KnownCodes {
  return new Map(
    lineCodeTypes.flatMap((type) => {
      const parts = fields.find(({ config_type }) => config_type === type)?.account_parts ?? [];
      const names = new Map(parts.map(({ id_code, description }) => [id_code, description]));
      return parts.length > 0 ? [[type, names] as const] : [];
    }),
  );
}

/** A code that the chart does not have, in words; null when it has all. */
export function unknownCode(codes: LineCodes, known: KnownCodes): string | null {
  const type = lineCodeTypes.find((one) => codes[one] && !(known.get(one)?.has(codes[one]) ?? true));
  return type ? `${lineCodeNames[type]} ${codes[type]} is not in the chart of accounts.` : null;
}
