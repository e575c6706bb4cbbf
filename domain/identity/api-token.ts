import * as v from 'valibot';
import { id, optionalId, trimmed } from '#domain/values/schema-fields';

/** What a token may be allowed to do; each is a part of what its owner may do himself at that moment. */
export const scopes = {
  'documents:read': 'Read documents and what they refer to: vendors, departments, accounts, files',
  'documents:write': 'Create, change, submit and send documents',
  'approvals:write': 'Approve, return, deny and void',
  'reports:read': 'Export logs and PDFs',
  'management:read': 'Read users, departments and approval flows',
  'imports:write': 'Import purchase orders and temporary vendors',
  'archives:read': 'Create and download archives of a whole show',
} as const;
export type Scope = keyof typeof scopes;
export const scopeNames = Object.keys(scopes) as [Scope, ...Scope[]];

/** A token lasts a year at most. */
export const maxTokenDays = 365;
/** So many somebody may have at once. */
export const maxTokens = 20;

/** The body of a new token. `days`: how long it lasts from now. Without `showId` it is good in all of the owner's shows. */
export const newToken = v.object({
  name: v.pipe(v.string(), trimmed, v.minLength(1), v.maxLength(60)),
  scopes: v.pipe(v.array(v.picklist(scopeNames)), v.minLength(1), v.maxLength(scopeNames.length)),
  showId: optionalId,
  days: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxTokenDays)),
});
export type NewToken = v.InferOutput<typeof newToken>;

/** A token as its owner sees it, never the secret. */
export const ownToken = v.object({
  id,
  name: v.string(),
  scopes: v.array(v.picklist(scopeNames)),
  show: v.nullable(v.object({ id, name: v.string() })),
  createdAt: v.string(),
  expiresAt: v.string(),
  isExpired: v.boolean(),
  /** The day (UTC) of its last call; null: never used. */
  usedDay: v.nullable(v.string()),
});
export type OwnToken = v.InferOutput<typeof ownToken>;

/** `backlot_pat_`, 50 random characters, 8 that are made from what precedes them: scanners know one from a mistake. */
const shape = /^(backlot_pat_[0-9a-z]{50})([0-9a-f]{8})$/;
export const tokenPrefix = 'backlot_pat_';

/** Whether a text is a token by its looks; `checksum` makes 8 hex characters of a text. */
export function looksLikeToken(text: string, checksum: (text: string) => string): boolean {
  const [, body, check] = shape.exec(text) ?? [];
  return body !== undefined && checksum(body) === check;
}
