import type { DocType } from '#domain/document';
import { fromCents } from '#domain/values/money';

/** What decides the approval steps of a document (ROUTE-01); a null value is that of the stored document. */
export interface EnteredValues {
  docType: DocType;
  docId: string | null;
  totalCents: number | null;
  /** That of the total; null for that of the stored document. */
  currency: string | null;
  departmentId: string | null;
  hasTemporaryVendor: boolean | null;
  /** The chosen approval flow of a payment. */
  workflowTemplateSlug: string | null;
}

/** The values of a stored document, for a payment with the chosen approval flow. */
export function storedValues(
  docType: DocType,
  docId: string,
  workflowTemplateSlug: string | null = null,
): EnteredValues {
  return {
    docType,
    docId,
    totalCents: null,
    currency: null,
    departmentId: null,
    hasTemporaryVendor: null,
    workflowTemplateSlug,
  };
}

/** The query of the request for the approval steps, which is also its key. */
export function routeQuery(showId: string, entered: EnteredValues, baseCurrency: string | null = null) {
  const { docType, docId, totalCents, departmentId, hasTemporaryVendor, workflowTemplateSlug } = entered;
  const { currency } = entered;
  return {
    showId,
    docType,
    // The steps depend on it only in a show that converts amounts.
    ...(baseCurrency !== null && currency && { currency }),
    ...(docId !== null && { docId }),
    ...(totalCents !== null && { total: String(fromCents(totalCents)) }),
    ...(departmentId !== null && { departmentId }),
    ...(hasTemporaryVendor !== null &&
      ({ hasTemporaryVendor: hasTemporaryVendor ? 'true' : 'false' } as const)),
    ...(workflowTemplateSlug !== null && { workflowTemplateSlug }),
  };
}
