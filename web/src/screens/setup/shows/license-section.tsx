import { useEffect } from 'react';
import { TriangleAlert } from 'lucide-react';
import { Controller, useWatch } from 'react-hook-form';
import type { Control, UseFormSetValue } from 'react-hook-form';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import { SelectOrDisabled } from '../../../parts/fields/disabled-field.tsx';
import type { Option } from '../../../parts/fields/select.tsx';
import { Field, FieldGrid, Section } from '../managed-form/section.tsx';
import { searchLicenses, useLicenseOptions, useShowsOfLicense } from './look-ups.ts';
import type { ShowChoice, ShowDraft } from './show-draft.ts';

/** The fields that a choice clears, because they depend on it. */
const dependentFields = {
  license: ['studioId', 'divisionId', 'acctPackageId', 'showTypeId'],
  studioId: ['divisionId'],
} as const;

/** Selects the only option that accounting offers (DEC-95). */
function useAutoSelect(
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

/** Warns before a second show is created for one license, which is allowed but usually a mistake. */
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
  const licenseOptions = useLicenseOptions(showId, license, draft.studioId);
  const namesInUse = useShowsOfLicense(showId, license);
  useAutoSelect('studioId', licenseOptions.studios, draft.studioId, setValue);
  useAutoSelect('divisionId', licenseOptions.divisions, draft.divisionId, setValue);
  useAutoSelect('acctPackageId', licenseOptions.packages, draft.acctPackageId, setValue);
  useAutoSelect('showTypeId', licenseOptions.types, draft.showTypeId, setValue);
  const has = { license: license !== null, studio: draft.studioId !== null };
  const pick = (
    field: ShowChoice,
    label: string,
    options: readonly Option[] | undefined,
    above: 'license' | 'studio',
  ) => (
    <Field name={field}>
      <SelectOrDisabled
        label={label}
        isRequired
        options={options ?? []}
        value={draft[field]}
        isDisabled={options === undefined}
        placeholder={has[above] && options === undefined ? 'Loading...' : 'Select'}
        reason={has[above] ? null : `Choose a ${above} first.`}
        onChange={(id) => {
          setValue(field, id, { shouldDirty: true });
          if (field === 'studioId') for (const one of dependentFields.studioId) setValue(one, null);
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
                  for (const one of dependentFields.license) setValue(one, null);
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
        {pick('studioId', 'Studio', licenseOptions.studios, 'license')}
        {pick('divisionId', 'Division', licenseOptions.divisions, 'studio')}
        {pick('acctPackageId', 'Accounting Package', licenseOptions.packages, 'license')}
        {pick('showTypeId', 'Show Type', licenseOptions.types, 'license')}
      </FieldGrid>
      {licenseOptions.error !== undefined ? (
        <LoadFailure
          text="The accounting system could not be asked."
          onRetry={() => void licenseOptions.retry()}
          isBusy={licenseOptions.isBusy}
          error={licenseOptions.error}
        />
      ) : null}
    </Section>
  );
}
