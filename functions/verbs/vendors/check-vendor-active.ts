import { Refusal } from '#domain/codes';
import { accountingFor } from '#edges/accounting/open';
import { keepVendorActive, vendorIsActive } from '#store/show/vendors/read-reference-data';
import type { RequestContext } from '#verbs/request/context';

/** Somebody is about to send a form: an accounting system that is slow today shall not hold it up. */
const callLimits = { timeLimitMs: 3_000, attempts: 1 } as const;

/**
 * Whether accounting lets documents name this permanent vendor (API-40, VE-23, DEC-43). Accounting's word of this moment
 * is kept for the submit that follows; when it cannot be asked, the kept one answers.
 */
export async function vendorActive(context: RequestContext, externalId: string): Promise<boolean> {
  const { env, show, store, now } = context;
  if (externalId === '') return false;
  try {
    const vendor = await accountingFor(env, show, callLimits).findVendor(externalId);
    const isActive = vendor?.isActive ?? false;
    await keepVendorActive(store, { externalId, isActive, now });
    return isActive;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return vendorIsActive(store, externalId);
  }
}
