import * as v from 'valibot';
import { id, optionalId, trimmedText } from '#domain/values/schema-fields';

/** What a token may be allowed to do, always limited to the owner's current permissions. */
export const scopes = {
  'documents:read': 'Read documents and what they refer to: vendors, departments, accounts, files',
  'documents:write': 'Create, change, submit and send documents',
  'approvals:write': 'Approve, return, deny and void',
  'reports:read': 'Export logs and PDFs',
  'management:read': 'Read users, departments and approval flows',
  'imports:write': 'Import purchase orders and temporary vendors',
  'budgets:read': 'Read budgets',
  'budgets:write': 'Create, import and change budgets',
  'archives:read': 'Create and download archives of a whole show',
} as const;
export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];

export const maxTokenDays = 365;
/** Maximum tokens per user. */
export const maxTokens = 20;

/** The body of a new token, valid for `days` from now. Without `showId` it is valid in all of the owner's shows. */
export const newToken = v.object({
  name: v.pipe(v.string(), trimmedText, v.minLength(1), v.maxLength(60)),
  scopes: v.pipe(v.array(v.picklist(scopeNames)), v.minLength(1), v.maxLength(scopeNames.length)),
  showId: optionalId,
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxTokenDays)),
});
export type NewToken = v.InferOutput<typeof newToken>;

/** A token as its owner sees it, without the secret. */
export const ownToken = v.object({
  id,
  name: v.string(),
  scopes: v.array(v.picklist(scopeNames)),
  show: v.nullable(v.object({ id, name: v.string() })),
  createdAt: v.string(),
  expiresAt: v.string(),
  isExpired: v.boolean(),
  /** The day (UTC) of its last call; null when it was never used. */
  usedDay: v.nullable(v.string()),
});
export type OwnToken = v.InferOutput<typeof ownToken>;

/**
 * `backlot_pat_`, 50 random characters and an 8-character checksum, so that secret scanners can tell a token from a
 * typo.
 */
const shape = /^(backlot_pat_[0-9a-z]{50})([0-9a-f]{8})$/;
export const tokenPrefix = 'backlot_pat_';

/** True when a text has the form of a token. `checksum` returns 8 hex characters. */
export function looksLikeToken(text: string, checksum: (text: string) => string): boolean {
  const [, body, check] = shape.exec(text) ?? [];
  return body !== undefined && checksum(body) === check;
}
