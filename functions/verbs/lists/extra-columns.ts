import { rowFlags } from '#domain/lists/extra-columns';
import type { ExtraColumns } from '#domain/lists/extra-columns';
import { fromCents } from '#domain/values/money';
import type { ExtraRow } from '#store/show/lists/extra-columns';

/** The field `extra` of a row, absent when the request named no columns (VIEW-03). */
export function extraOf(extra: ExtraRow | null): { extra?: ExtraColumns } {
  if (extra === null) return {};
  const { remaining, flags, ...asRead } = extra;
  return {
    extra: {
      ...asRead,
      ...(remaining !== undefined && { remaining: remaining === null ? null : fromCents(remaining) }),
      ...(flags && { flags: rowFlags.filter((flag) => flags[flag] === 1) }),
    },
  };
}
