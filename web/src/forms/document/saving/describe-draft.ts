import { formatMoney } from '#domain/values/money';
import type { DocumentDraft } from '../model/draft.ts';

/** What any draft says of itself, the most telling first; nothing for what is still empty. */
export function describeDraft(
  { vendor, description, currency }: DocumentDraft,
  { number, cents }: { number: string; cents: number },
): string[] {
  const sum = cents ? formatMoney(cents, currency || 'USD') : '';
  return [number, vendor?.name ?? '', description, sum].map((text) => text.trim()).filter(Boolean);
}
