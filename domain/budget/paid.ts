/**
 * Returns which part of each amount is paid, when `paidCents` pay the amounts together: by amount, rounded down to the
 * cent, and the remainder on the largest one, then on the next. A part lies between zero and its amount, and the parts
 * equal what is paid, up to the sum of the amounts (BUD-73). The store spreads in the same way in `paidParts` of
 * `paid-parts.ts`.
 */
export function spreadPaid(paidCents: number, amounts: readonly { id: string; cents: number }[]): number[] {
  const sum = amounts.reduce((total, { cents }) => total + cents, 0);
  // Signs as if the sum were above zero: the amounts of a credit are below it.
  const sign = sum < 0 ? -1 : 1;
  const total = sum * sign;
  const paid = Math.max(0, Math.min(total, paidCents * sign));
  if (paid === 0) return amounts.map(() => 0);
  const parts = amounts.map(({ id, cents }, at) => {
    const size = cents * sign;
    return { id, at, size, cents: floorOf(size, paid, total) };
  });
  let left = parts.reduce((rest, { cents }) => rest - cents, paid);
  for (const part of parts.toSorted(largestFirst)) {
    const added = Math.min(left, Math.max(0, part.size) - Math.max(0, part.cents));
    parts[part.at]!.cents += added;
    left -= added;
  }
  return parts.map(({ cents }) => cents * sign || 0);
}

type Part = { id: string; size: number };

const largestFirst = (one: Part, other: Part) => other.size - one.size || (one.id < other.id ? -1 : 1);

/** Rounds `size * paid / total` down. */
function floorOf(size: number, paid: number, total: number): number {
  const [product, divisor] = [BigInt(size) * BigInt(paid), BigInt(total)];
  const rounded = product / divisor;
  return Number(product < 0n && product % divisor !== 0n ? rounded - 1n : rounded);
}
