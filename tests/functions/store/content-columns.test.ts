import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { newerColumns, outsideContent } from '#domain/history/content';
import {
  attachments,
  documentLines,
  documents,
  files,
  purchaseOrders,
} from '#store/show/tables/document-tables';
import { invoices, paymentInvoices, payments } from '#store/show/tables/invoice-tables';

const contentOf = (table: SQLiteTable, outside: object) =>
  Object.keys(getTableColumns(table)).filter((name) => !(name in outside));

/** The content columns when documents were first sealed. Columns that are added later belong into `newerColumns`. */
const sealed = {
  header: `amountCents bankAccountId bankName billToAddressId businessDay categoryId companyAddress
    companyExternalId companyName contactName contactNumber createdAt creatorId creatorName creatorUsername
    currencyCode currencyExternalId currencyReferenceCode departmentId departmentName description dueDay
    duplicateOverride duplicateReason externalId fid hst id payeeName paymentType prefix
    projectCompanyExternalId shipToAddressId temporaryVendorId totalCents type userTotal vendor
    vendorAddressId vendorExternalId vendorId vendorName vendorNumber`,
  lines: `acquisitionType coaExternalId coding description episode id keyId lineNumber note quantityHundredths
    referencePo referencePoLineNumber relievePoLineId rentalEnd rentalStart rentalType taxCode totalCents
    unitCostCents`,
  files: `contentType createdAt fileId invoiceId isTopSheet label ownerKind position sha256 size uploadedBy`,
  settles: `amountCents invoiceId`,
};

const content = {
  header: [
    ...contentOf(documents, outsideContent.documents),
    ...contentOf(purchaseOrders, outsideContent.purchaseOrders),
    ...contentOf(invoices, outsideContent.invoices),
    ...contentOf(payments, outsideContent.payments),
  ],
  lines: contentOf(documentLines, outsideContent.lines),
  files: [...contentOf(files, outsideContent.files), ...contentOf(attachments, outsideContent.files)],
  settles: contentOf(paymentInvoices, outsideContent.settles),
};

test.each(['header', 'lines', 'files', 'settles'] as const)(
  'DEC-30: each content column of %s that is newer than the sealed contents has its default listed',
  (part) => {
    const before = new Set(sealed[part].split(/\s+/));
    const newer = new Set(content[part].filter((name) => !before.has(name)));
    expect([...newer].toSorted()).toEqual(Object.keys(newerColumns[part]).toSorted());
  },
);
