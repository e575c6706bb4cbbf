import { formatMoney } from '#domain/values/money';
import { changePercentText } from './version-differences.ts';

interface LineAmount {
  id: string;
  description: string;
  totalCents: number;
}

/** The amounts of one version of a purchase order. */
export interface VersionAmounts {
  totalCents: number;
  lines: readonly LineAmount[];
}

/** What a change order changes, as e-mails and the page of their links name it (CHANGE-08). */
export interface OrderChange {
  beforeCents: number;
  afterCents: number;
  /** Lines with another amount or description: null before for an added line, null after for a removed one. */
  lines: { description: string; beforeCents: number | null; afterCents: number | null }[];
}

export function orderChange(before: VersionAmounts, after: VersionAmounts): OrderChange {
  const was = new Map(before.lines.map((line) => [line.id, line]));
  const is = new Set(after.lines.map(({ id }) => id));
  const lines = after.lines.flatMap(({ id, description, totalCents }) => {
    const old = was.get(id);
    if (old?.totalCents === totalCents && old.description === description) return [];
    const beforeCents = old?.totalCents ?? null;
    // A change order removes a line by the amount 0 (CHANGE-05).
    const isRemoved = totalCents === 0 && beforeCents !== null && beforeCents > 0;
    return [{ description, beforeCents, afterCents: isRemoved ? null : totalCents }];
  });
  const removed = before.lines
    .filter(({ id }) => !is.has(id))
    .map(({ description, totalCents }) => ({ description, beforeCents: totalCents, afterCents: null }));
  return {
    beforeCents: before.totalCents,
    afterCents: after.totalCents,
    lines: [...lines, ...removed],
  };
}

const signed = (cents: number, currency: string) => `${cents > 0 ? '+' : ''}${formatMoney(cents, currency)}`;

/** Returns `+$2,000.00 (+10 %), from $20,000.00 to $22,000.00`. */
export function changeText(
  { beforeCents, afterCents }: Pick<OrderChange, 'beforeCents' | 'afterCents'>,
  currency: string,
): string {
  const delta = afterCents - beforeCents;
  const [from, to] = [beforeCents, afterCents].map((cents) => formatMoney(cents, currency));
  return `${signed(delta, currency)}${changePercentText(beforeCents, delta)}, from ${from} to ${to}`;
}

/** Returns what has changed of a line, such as `Added`, and by how much. */
export function lineChangeTexts(
  { beforeCents, afterCents }: OrderChange['lines'][number],
  currency: string,
): { what: string; amount: string } {
  const amount = signed((afterCents ?? 0) - (beforeCents ?? 0), currency);
  if (beforeCents === null) return { what: 'Added', amount };
  if (afterCents === null) return { what: 'Removed', amount };
  const [from, to] = [beforeCents, afterCents].map((cents) => formatMoney(cents, currency));
  return { what: from === to ? 'Changed' : `${from} → ${to}`, amount };
}
