import type { DocType } from '#domain/document';
import { kinds } from '../paths.ts';

/** (LS-39, LS-40) */
export const listTexts = {
  failed: (docType: DocType) =>
    `Error loading ${kinds[docType].plural.toLowerCase()}. Please refresh and try again.`,
  reset: 'Error fetching data. Filters have been reset',
} as const;
