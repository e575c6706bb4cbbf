import { formatMoney } from '#domain/values/money';
import type { DocumentDraft } from '../model/draft.ts';

/** Texts that describe a draft, the most specific first, without empty ones. */
export function describeDraft(
  { vendor, description, currency }: DocumentDraft,
  { number, cents }: { number: string; cents: number },
): string[] {
  const sum = cents ? formatMoney(cents, currency || 'USD') : '';
  return [number, vendor?.name ?? '', description, sum].map((text) => text.trim()).filter(Boolean);
}
