import { useEffect } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Controller, useWatch } from 'react-hook-form';
import type { Control, UseFormSetValue } from 'react-hook-form';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import { ReasonedSelect } from '../../../parts/fields/disabled-field.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { Field, FieldGrid, Section } from '../managed-form/section.tsx';
import { searchLicenses, useOffers, useShowsOfLicense } from './look-ups.ts';
import type { ShowChoice, ShowDraft } from './show-draft.ts';

/** What each choice makes void: it was one of the license or studio before. */
const below = {
  license: ['studioId', 'divisionId', 'acctPackageId', 'showTypeId'],
  studioId: ['divisionId'],
} as const;

/** Where accounting offers one thing alone, that is chosen (DEC-95). */
function useOnlyOne(
  field: ShowChoice,
  options: readonly Option[] | undefined,
  value: string | null,
  setValue: UseFormSetValue<ShowDraft>,
): void {
  const only = options?.length === 1 ? (options[0]?.id ?? null) : null;
  useEffect(() => {
    if (only !== null && value === null) setValue(field, only, { shouldDirty: true });
  }, [field, only, value, setValue]);
}

/** A second show of one license is allowed, and mostly a slip: said before it is made. */
function LicenseInUse({ names }: { names: readonly string[] }) {
  const [first, ...others] = names;
  if (first === undefined) return null;
  const text =
    others.length === 0
      ? `${first} already uses this license.`
      : `${first} and ${others.length} more already use this license.`;
  return (
    <p role="status" className="flex items-start gap-1.5 text-sm text-caution">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{`${text} Another show would use the same companies, accounts and vendors.`}</span>
    </p>
  );
}

const chainOfChoices = ['license', 'studioId', 'divisionId', 'acctPackageId', 'showTypeId'] as const;

/** The license, and what accounting offers for it (DEC-92, DEC-95). */
export function LicenseSection(props: {
  showId: string | null;
  control: Control<ShowDraft>;
  setValue: UseFormSetValue<ShowDraft>;
  errorAt: (field: string) => string | null;
}) {
  const { showId, control, setValue, errorAt } = props;
  const [picked, studioId, divisionId, acctPackageId, showTypeId] = useWatch({
    control,
    name: chainOfChoices,
  });
  const draft = { studioId, divisionId, acctPackageId, showTypeId };
  const license = picked?.id ?? null;
  const offers = useOffers(showId, license, draft.studioId);
  const namesInUse = useShowsOfLicense(showId, license);
  useOnlyOne('studioId', offers.studios, draft.studioId, setValue);
  useOnlyOne('divisionId', offers.divisions, draft.divisionId, setValue);
  useOnlyOne('acctPackageId', offers.packages, draft.acctPackageId, setValue);
  useOnlyOne('showTypeId', offers.types, draft.showTypeId, setValue);
  const has = { license: license !== null, studio: draft.studioId !== null };
  const pick = (
    field: ShowChoice,
    label: string,
    options: readonly Option[] | undefined,
    above: 'license' | 'studio',
  ) => (
    <Field name={field}>
      <ReasonedSelect
        label={label}
        isRequired
        options={options ?? []}
        value={draft[field]}
        isDisabled={options === undefined}
        placeholder={has[above] && options === undefined ? 'Loading...' : 'Select'}
        reason={has[above] ? null : `Choose a ${above} first.`}
        onChange={(id) => {
          setValue(field, id, { shouldDirty: true });
          if (field === 'studioId') for (const one of below.studioId) setValue(one, null);
        }}
        error={errorAt(field)}
      />
    </Field>
  );
  return (
    <Section title="Accounting" text="Companies, accounts and vendors come from the license.">
      <FieldGrid>
        <Field name="license" isWide>
          <Controller
            control={control}
            name="license"
            render={({ field }) => (
              <ComboBox
                label="License"
                isRequired
                placeholder="Search by license or name"
                value={field.value}
                search={(text) => searchLicenses(showId, text)}
                minLength={0}
                failureText="The accounting system could not be asked."
                onChange={(option) => {
                  field.onChange(option);
                  for (const one of below.license) setValue(one, null);
                }}
                error={errorAt('license')}
              />
            )}
          />
        </Field>
        {namesInUse.length > 0 ? (
          <div className="col-span-full">
            <LicenseInUse names={namesInUse} />
          </div>
        ) : null}
        {pick('studioId', 'Studio', offers.studios, 'license')}
        {pick('divisionId', 'Division', offers.divisions, 'studio')}
        {pick('acctPackageId', 'Accounting Package', offers.packages, 'license')}
        {pick('showTypeId', 'Show Type', offers.types, 'license')}
      </FieldGrid>
      {offers.error !== undefined ? (
        <LoadFailure
          text="The accounting system could not be asked."
          onRetry={() => void offers.retry()}
          isBusy={offers.isBusy}
          error={offers.error}
        />
      ) : null}
    </Section>
  );
}
