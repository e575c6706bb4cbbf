import type { DocType } from '#domain/document';
import { descriptionLimit } from '#domain/documents/document-draft';
import { dayOf, instant } from '../clock.ts';
import type { Header } from './document-builder.ts';
import { vendorColumns } from './counterparties.ts';
import type { Parties } from './counterparties.ts';
import type { Show } from '../show/show.ts';

interface Title {
  type: DocType;
  number: string;
  numberSort: string;
  description: string;
  /** Milliseconds. */
  at: number;
}

/** Returns a header as the first save leaves it. */
export function newHeader(show: Show, title: Title, parties: Parties): Header {
  const { creator, department, currency } = parties;
  return {
    ...emptyHeader(show, title),
    ...vendorColumns(parties),
    departmentId: department.id,
    departmentName: department.name,
    currencyCode: currency.isoCurrencyCode,
    creatorId: creator.person.id,
    creatorName: creator.person.name,
    creatorUsername: creator.person.username,
    ownerId: creator.person.id,
  };
}

export function emptyHeader(show: Show, title: Title): Header {
  const createdAt = instant(title.at);
  return {
    id: show.newId(title.at),
    showId: show.plan.id,
    type: title.type,
    status: 'DRAFT',
    submissionStatus: 'Draft',
    version: 1,
    contentVersion: 1,
    contentHash: '',
    revision: 0,
    number: title.number,
    numberSort: title.numberSort,
    businessDay: dayOf(title.at),
    description: title.description.slice(0, descriptionLimit(show.plan.system, title.type)),
    departmentId: null,
    departmentName: '',
    vendorId: null,
    temporaryVendorId: null,
    vendorExternalId: null,
    vendorNumber: '',
    vendorName: '',
    currencyCode: '',
    totalCents: 0,
    costing: null,
    baseTotalCents: null,
    creatorId: '',
    creatorName: '',
    creatorUsername: '',
    ownerId: '',
    submitterId: null,
    workflowId: null,
    currentStepId: null,
    waitingSince: null,
    waitedDays: 0,
    sendBacks: null,
    accountingPeriod: null,
    effectiveDay: null,
    reminderDueAt: null,
    remindedAt: null,
    escalatedAt: null,
    nudgedAt: null,
    milestones: ['SAVED_AS_DRAFT'],
    attachmentCount: 0,
    currentChangeOrder: 0,
    newestChangeOrder: 0,
    isRelieved: false,
    foundInAccounting: false,
    accountingFailed: null,
    archivedAt: null,
    createdAt,
    updatedAt: createdAt,
  };
}
