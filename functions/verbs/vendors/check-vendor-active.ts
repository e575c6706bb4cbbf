import { Refusal } from '#domain/codes';
import { accountingFor } from '#edges/accounting/open';
import { saveVendorActive, vendorIsActive } from '#store/show/vendors/read-reference-data';
import type { RequestContext } from '#verbs/request/context';

/** The user is waiting to send a form, and a slow accounting system must not delay it. */
const callLimits = { timeLimitMs: 3_000, attempts: 1 } as const;

/**
 * Whether documents may name this permanent vendor (API-40, VE-23, DEC-43). Stores accounting's answer for the submit
 * that follows; when accounting cannot be reached, returns the stored one.
 */
export async function vendorActive(context: RequestContext, externalId: string): Promise<boolean> {
  const { env, show, store, now } = context;
  if (externalId === '') return false;
  try {
    const vendor = await accountingFor(env, show, callLimits).findVendor(externalId);
    const isActive = vendor?.isActive ?? false;
    await saveVendorActive(store, { externalId, isActive, now });
    return isActive;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return vendorIsActive(store, externalId);
  }
}
