import * as v from 'valibot';
import type { AccountField, AccountPart } from '#domain/reference-data/chart-of-accounts';
import type { Company, CompanyAddress, Currency, TaxCode } from '#domain/reference-data/company';
import { docTypes, personas, statuses, submissionStatuses } from '#domain/document';
import type { PdfStatusUpdate } from '#domain/realtime/messages';
import type { VendorContact, VendorDetails, VendorMatch } from '#domain/reference-data/vendor';
import type { VendorUseCount } from '#domain/reference-data/temporary-vendor-use';
import { pendingAgeBuckets } from '#domain/workflow/pending-age';
import type { ErasedFile } from '#verbs/documents/erase-file';
import type { DownloadLink } from '#verbs/mail/download-link';
import type { FoundDocument, ShowSearchResult } from '#verbs/lists/search-show';
import type { Uploaded } from '#verbs/documents/upload-file';
import type { Home } from '#verbs/lists/view-home';
import { vendorAddress } from '#domain/reference-data/vendor-response';
import { described } from '#domain/values/described';

/** Schemas of the home page, searches, reference data, files and PDFs. */
export const home: v.GenericSchema<Home> = v.object({
  waiting: described(
    'The documents that wait for the approval of the user, by type, age and currency.',
    v.array(
      v.object({
        docType: v.picklist(docTypes),
        age: v.picklist(pendingAgeBuckets.map(({ id }) => id)),
        currency: v.string(),
        count: v.number(),
        totalCost: v.number(),
        since: described('The time at which the oldest of these documents began to wait.', v.string()),
      }),
    ),
  ),
  firsts: described(
    'For each type: the document that has waited longest, and the largest one in the most frequent currency.',
    v.array(
      v.object({
        docType: v.picklist(docTypes),
        why: v.picklist(['OLDEST', 'LARGEST']),
        id: v.string(),
        number: described('`NA` if the user is not allowed to see the number.', v.string()),
        vendorName: v.string(),
        currency: v.string(),
        totalCost: v.number(),
        since: v.string(),
      }),
    ),
  ),
  revisions: described(
    'The documents that were sent back to the user for revision, newest first, at most `revisionsShown`.',
    v.array(
      v.object({
        docType: v.picklist(docTypes),
        id: v.string(),
        number: described('The printed number, with its prefix.', v.string()),
        vendorName: v.string(),
        currency: v.string(),
        totalCost: v.number(),
      }),
    ),
  ),
  own: described(
    'The documents of a user who is not an approver: returned documents first, then the newest. Empty for approvers.',
    v.array(
      v.object({
        docType: v.picklist(docTypes),
        id: v.string(),
        number: described('The printed number, with its prefix.', v.string()),
        vendorName: v.string(),
        currency: v.string(),
        totalCost: v.number(),
        status: v.picklist(statuses),
        submissionStatus: v.picklist(submissionStatuses),
      }),
    ),
  ),
  commitments: described(
    'The totals of the purchase orders that the user can see, by department and in the most used currency: approved, invoiced, and waiting for the user. Departments with waiting documents come first.',
    v.nullable(
      v.object({
        currency: v.string(),
        departments: v.array(
          v.object({
            id: v.nullable(v.string()),
            name: v.string(),
            committed: v.number(),
            invoiced: v.number(),
            waiting: v.number(),
          }),
        ),
        others: described('The number of additional departments.', v.number()),
      }),
    ),
  ),
});

export const foundDocument: v.GenericSchema<FoundDocument> = v.object({
  id: v.string(),
  docType: v.picklist(docTypes),
  number: described('`NA` if the user is not allowed to see the number.', v.string()),
  prefix: described(
    'The prefix that the department puts before a purchase order number. Empty if there is none.',
    v.string(),
  ),
  day: v.string(),
  vendorName: v.string(),
  description: v.string(),
  currency: v.string(),
  totalCost: v.number(),
  status: v.picklist(statuses),
  submissionStatus: v.picklist(submissionStatuses),
  persona: v.picklist(personas),
  isWaiting: described('The document waits for the approval of this user.', v.boolean()),
});

export const showSearchAnswer: v.GenericSchema<ShowSearchResult> = v.object({
  documents: v.array(foundDocument),
  vendors: described(
    'Vendors of the show whose documents can be listed.',
    v.array(v.object({ number: v.string(), name: v.string() })),
  ),
  people: described(
    'Users whose documents the user may list. Empty if the user sees only their own.',
    v.array(v.object({ id: v.string(), name: v.string() })),
  ),
});

export const companyAddress: v.GenericSchema<CompanyAddress> = v.object({
  is_default: v.boolean(),
  address_line1: v.string(),
  city: v.string(),
  state: v.string(),
  postal_code: v.string(),
});

export const taxCode: v.GenericSchema<TaxCode> = v.object({ code: v.string(), description: v.string() });

export const currency: v.GenericSchema<Currency> = v.object({
  iso_currency_code: v.string(),
  reference_code: v.string(),
  external_id: v.string(),
  is_base: v.boolean(),
  symbol: v.string(),
});

export const company: v.GenericSchema<Company> = v.object({
  projectCompanyExternalId: v.string(),
  companyExternalId: v.string(),
  company_name: v.string(),
  company_addresses: v.array(companyAddress),
  hasTaxInfo: v.boolean(),
  taxCodes: v.array(taxCode),
  project_company_currencies: v.array(currency),
});

export const vendorMatch: v.GenericSchema<VendorMatch> = v.object({
  id: v.string(),
  name: v.string(),
  isTemporary: v.boolean(),
  tempVendorId: v.nullable(v.string()),
});

export const vendorContact: v.GenericSchema<VendorContact> = v.object({
  id: v.string(),
  name: v.string(),
  is_default: v.boolean(),
  contact_details: v.object({ email: v.string(), phone: v.string() }),
});

export const vendorDetails: v.GenericSchema<VendorDetails> = v.object({
  contacts: v.array(vendorContact),
  addresses: v.array(vendorAddress),
});

export const vendorUseCount: v.GenericSchema<VendorUseCount> = v.object({
  others: described(
    'The number of drafts and documents in approval with this temporary vendor, not counting `documentId`.',
    v.number(),
  ),
  canEditAll: described(
    'The user is allowed to edit all of them. Otherwise `updateTempVendor` creates a separate record for the saved document.',
    v.boolean(),
  ),
});

export const accountPart: v.GenericSchema<AccountPart> = v.object({
  account_part_id: v.string(),
  part_config_id: v.string(),
  id_code: v.string(),
  description: v.string(),
  part_order: v.number(),
  is_active: v.boolean(),
  is_asset: v.boolean(),
  is_header: v.boolean(),
  is_insurance: v.boolean(),
  rollup_account_part_id: v.nullable(v.string()),
});

export const accountField: v.GenericSchema<AccountField & { lastUpdated: string }> = v.object({
  header: v.string(),
  config_type: v.string(),
  part_config_id: v.string(),
  account_parts: v.array(accountPart),
  lastUpdated: described('The time of the last update from accounting.', v.string()),
});

export const uploaded: v.GenericSchema<Uploaded> = v.object({
  attachmentId: v.string(),
  label: v.string(),
  created: v.string(),
});

export const erased: v.GenericSchema<ErasedFile> = v.object({
  attachmentId: v.string(),
  label: v.string(),
  size: v.number(),
  sha256: v.string(),
  erasedBy: v.object({ id: v.string(), name: v.string() }),
  erasedAt: v.string(),
  reason: v.string(),
});

export const mailedLink: v.GenericSchema<DownloadLink> = v.object({
  id: v.string(),
  fileName: v.string(),
  created: v.string(),
  expires: v.string(),
  isRevocable: v.boolean(),
});

export const pdfStatusUpdate: v.GenericSchema<PdfStatusUpdate> = v.object({
  taskId: v.string(),
  status: v.picklist(['in_progress', 'success', 'error']),
  downloadUrl: v.nullable(v.string()),
  fileName: v.nullable(v.string()),
  error: v.nullable(v.string()),
  eventType: v.nullable(v.picklist(['PDF_GENERATED', 'MERGED_ATTACHMENTS_TO_PDF'])),
});
