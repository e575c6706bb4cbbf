import { and, asc, desc, eq, isNotNull, or } from 'drizzle-orm';
import type { Source } from '#store/d1/open';
import { addedAfterApproval, wasSubmitted } from './attachments.ts';
import type { purchaseOrders } from '#store/show/tables/document-tables';
import {
  attachments,
  documentEvents,
  documents,
  files,
  notes,
  sendHistory,
  temporaryVendorFiles,
} from '#store/show/tables/document-tables';
import {
  bulkPlace,
  changesText,
  contentVersionOf,
  emailLink,
  namedNoContent,
  onBehalfOf,
} from './read-changes.ts';
import { withdrawnQuery, withdrawnTaxFormQuery } from './withdrawn-files.ts';
import { alias } from 'drizzle-orm/sqlite-core';
import type { invoices } from '#store/show/tables/invoice-tables';
import {
  addresses,
  categories,
  departments,
  temporaryVendors,
  vendorAddresses,
  vendors,
} from '#store/show/tables/reference-tables';

/** The notes, the history and the send history of a document of any type, newest first. */
export function historyQueries({ db, showId }: Source, id: string) {
  return [
    db
      .select()
      .from(notes)
      .where(and(eq(notes.showId, showId), eq(notes.documentId, id)))
      .orderBy(desc(notes.createdAt), desc(notes.id)),
    db
      .select({
        seq: documentEvents.seq,
        historyType: documentEvents.historyType,
        actorName: documentEvents.actorName,
        at: documentEvents.at,
        action: documentEvents.action,
        contentVersion: contentVersionOf,
        namedNoContent,
        onBehalfOf,
        emailLink,
        bulk: bulkPlace,
        changes: changesText,
      })
      .from(documentEvents)
      .where(
        and(
          eq(documentEvents.documentId, id),
          or(isNotNull(documentEvents.historyType), isNotNull(changesText)),
        ),
      )
      .orderBy(desc(documentEvents.seq)),
    db
      .select()
      .from(sendHistory)
      .where(and(eq(sendHistory.showId, showId), eq(sendHistory.documentId, id)))
      .orderBy(desc(sendHistory.createdAt), desc(sendHistory.id)),
  ] as const;
}

/** The document's attachments in order, the tax forms of its temporary vendor, and the withdrawn files of both. */
export function fileQueries({ db, showId }: Source, id: string) {
  return [
    db
      .select({ attachment: attachments, file: files, wasSubmitted, addedAfterApproval })
      .from(attachments)
      .innerJoin(files, eq(files.id, attachments.fileId))
      .where(and(eq(attachments.showId, showId), eq(attachments.documentId, id)))
      .orderBy(asc(attachments.position)),
    db
      .select({ id: files.id, label: files.label })
      .from(documents)
      .innerJoin(
        temporaryVendorFiles,
        and(
          eq(temporaryVendorFiles.showId, showId),
          eq(temporaryVendorFiles.temporaryVendorId, documents.temporaryVendorId),
        ),
      )
      .innerJoin(files, eq(files.id, temporaryVendorFiles.fileId))
      .where(and(eq(documents.id, id), eq(documents.showId, showId))),
    withdrawnQuery({ db, showId }, id),
    withdrawnTaxFormQuery({ db, showId }, id),
  ] as const;
}

const billTo = alias(addresses, 'bill_to');
const shipTo = alias(addresses, 'ship_to');

/** The rows that the document refers to, with their current names. */
export function referenceQuery(
  { db, showId }: Source,
  id: string,
  header: typeof purchaseOrders | typeof invoices,
) {
  return db
    .select({
      department: departments,
      category: categories,
      vendorAddress: vendorAddresses,
      vendorName: vendors.name,
      temporaryVendor: temporaryVendors,
      billTo,
      shipTo,
    })
    .from(documents)
    .innerJoin(header, eq(header.documentId, documents.id))
    .leftJoin(departments, eq(departments.id, documents.departmentId))
    .leftJoin(categories, eq(categories.id, header.categoryId))
    .leftJoin(vendorAddresses, eq(vendorAddresses.id, header.vendorAddressId))
    .leftJoin(vendors, eq(vendors.id, documents.vendorId))
    .leftJoin(temporaryVendors, eq(temporaryVendors.id, documents.temporaryVendorId))
    .leftJoin(billTo, eq(billTo.id, header.billToAddressId))
    .leftJoin(shipTo, eq(shipTo.id, header.shipToAddressId))
    .where(and(eq(documents.id, id), eq(documents.showId, showId)))
    .limit(1);
}
