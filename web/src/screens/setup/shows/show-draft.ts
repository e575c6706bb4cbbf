import type { features } from '#domain/management/show-form';
import type { Region } from '#domain/values/regions';
import type { FormError } from '../../../forms/error-summary.tsx';
import type { Option } from '../../../parts/fields/select.tsx';

export type FeatureCode = (typeof features)[number]['code'];

/** The options of a license, in the order of their dependencies. */
export type ShowChoice = 'studioId' | 'divisionId' | 'acctPackageId' | 'showTypeId';

export type ShowDraft = Record<ShowChoice, string | null> & {
  name: string;
  license: Option | null;
  features: FeatureCode[];
  /** Null: the main region. */
  region: Region | null;
};

export const blankShow: ShowDraft = {
  name: '',
  license: null,
  studioId: null,
  divisionId: null,
  acctPackageId: null,
  showTypeId: null,
  features: [],
  region: null,
};

/** Required fields. A missing one is reported only if the field that it depends on has a value. */
const required: readonly { field: keyof ShowDraft; above: 'license' | 'studioId' | null; text: string }[] = [
  { field: 'license', above: null, text: 'Please select a license.' },
  { field: 'studioId', above: 'license', text: 'Please select a studio.' },
  { field: 'divisionId', above: 'studioId', text: 'Please select a division.' },
  { field: 'acctPackageId', above: 'license', text: 'Please select an accounting package.' },
  { field: 'showTypeId', above: 'license', text: 'Please select a show type.' },
];

export function checkShow(draft: ShowDraft): FormError[] {
  const name = draft.name.trim() === '' ? [{ field: 'name', text: 'Please enter a show name.' }] : [];
  const missing = required.filter(
    ({ field, above }) => draft[field] === null && (above === null || draft[above] !== null),
  );
  return [...name, ...missing.map(({ field, text }) => ({ field, text }))];
}
