import type { Currencies } from '#domain/currency/currency-response';
import { useManagedSave } from '../use-managed-save.ts';

/** Saves a change of base currency, rates or tax codes. */
export const useSave = (onSaved?: () => void) => useManagedSave<Currencies>('currencies', onSaved);
