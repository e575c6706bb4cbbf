import type { RemovableChip } from '../../../parts/chip.tsx';
import { noFilters } from './list-query.ts';
import type { ListFilters } from './list-query.ts';

/** How ids and days are written. */
export interface ChipNames {
  department: (id: string) => string;
  person: (id: string) => string;
  day: (day: string) => string;
}

function rangeText({ startDate, endDate }: ListFilters, day: ChipNames['day']): string {
  if (startDate && endDate) return `${day(startDate)} to ${day(endDate)}`;
  return startDate ? `From ${day(startDate)}` : `Until ${day(endDate)}`;
}

/** The applied filters, each to be taken away by itself. */
export function chipsOf(filters: ListFilters, names: ChipNames): RemovableChip[] {
  const range = filters.startDate || filters.endDate;
  return [
    ...(range ? [{ id: 'range', text: rangeText(filters, names.day) }] : []),
    ...filters.departmentIds.map((id) => ({ id: `department:${id}`, text: names.department(id) })),
    ...filters.creatorIds.map((id) => ({ id: `creator:${id}`, text: `By ${names.person(id)}` })),
    ...filters.vendors.map(({ number, name }) => ({ id: `vendor:${number}`, text: name })),
    ...(filters.isAdjustment === null
      ? []
      : [{ id: 'co', text: filters.isAdjustment ? 'Change orders' : 'No change orders' }]),
    ...(filters.isFailedToSend ? [{ id: 'failed', text: 'Failed to send to Accounting' }] : []),
  ];
}

/** The filters without the one that a chip stands for. */
export function withoutChip(filters: ListFilters, chip: string): ListFilters {
  const [kind = '', ...rest] = chip.split(':');
  const id = rest.join(':');
  const { startDate, endDate, isAdjustment, isFailedToSend } = noFilters;
  if (kind === 'range') return { ...filters, startDate, endDate };
  if (kind === 'co') return { ...filters, isAdjustment };
  if (kind === 'failed') return { ...filters, isFailedToSend };
  return {
    ...filters,
    departmentIds: filters.departmentIds.filter((one) => kind !== 'department' || one !== id),
    creatorIds: filters.creatorIds.filter((one) => kind !== 'creator' || one !== id),
    vendors: filters.vendors.filter(({ number }) => kind !== 'vendor' || number !== id),
  };
}
