import type { Currencies } from '#domain/currency/currency-response';
import { useSaveOfArea } from '../use-save-of-area.ts';

/** Saves a change of base currency, rates or tax codes. */
export const useSave = (onSaved?: () => void) => useSaveOfArea<Currencies>('currencies', onSaved);
