import type { DocType } from '#domain/document';
import { kinds } from './paths.ts';

/** The list of the documents of a type that failed to send to Accounting (AC-06). */
export const failedToSendHref = (docType: DocType): string => `${kinds[docType].home}?status=all&failed=yes`;
