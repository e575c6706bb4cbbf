import { useEffect } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type { Control, UseFormSetValue } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { features } from '#domain/show-form';
import { ApiError, api, ask } from '../../../api.ts';
import type { Complaint } from '../../../forms/error-summary.tsx';
import { Card, LoadFailure } from '../../../parts/card.tsx';
import { Checkbox } from '../../../parts/checkbox.tsx';
import { ComboBox } from '../../../parts/combo-box.tsx';
import { useFlash } from '../../../parts/flash.tsx';
import { Select } from '../../../parts/select.tsx';
import type { Option } from '../../../parts/select.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { useOpenShow } from '../../../session/use-open-show.ts';
import { Field, FieldGrid, ManagedForm } from '../managed-form.tsx';
import { useManagedForm } from '../use-managed-form.ts';
import { searchLicenses, useOffers } from './look-ups.ts';

type FeatureCode = (typeof features)[number]['code'];

interface Draft {
  name: string;
  license: Option | null;
  studioId: string | null;
  divisionId: string | null;
  acctPackageId: string | null;
  showTypeId: string | null;
  features: FeatureCode[];
}

const blank: Draft = {
  name: '',
  license: null,
  studioId: null,
  divisionId: null,
  acctPackageId: null,
  showTypeId: null,
  features: [],
};

const required: readonly (readonly [keyof Draft, string])[] = [
  ['license', 'Please select a license.'],
  ['studioId', 'Please select a studio.'],
  ['divisionId', 'Please select a division.'],
  ['acctPackageId', 'Please select an accounting package.'],
  ['showTypeId', 'Please select a show type.'],
];

function complaintsOf(draft: Draft): Complaint[] {
  const name = draft.name.trim() === '' ? [{ field: 'name', text: 'Please enter a show name.' }] : [];
  const missing = required.filter(([field]) => draft[field] === null);
  return [...name, ...missing.map(([field, text]) => ({ field, text }))];
}

/** API-50, DEC-92: a show from a license of the accounting system, for FULL Internal. */
export function NewShow() {
  const { can } = useSession();
  return can('Internal', 'FULL') ? <AnotherShow /> : <Navigate to="/setup/shows" replace />;
}

function AnotherShow() {
  const { show: open } = useSession();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const openShow = useOpenShow();
  const flash = useFlash();
  const onMade = (made: MadeShow) => {
    void mutate((key) => Array.isArray(key) && (key[0] === 'shows' || key[0] === 'managed'));
    flash('success', 'Show created successfully.', {
      text: 'Open it',
      onPress: () => void openShow(made).then((isOpen) => isOpen && navigate('/approvals')),
    });
  };
  const back = () => void navigate('/setup/shows');
  return <NewShowForm showId={open.id} onMade={onMade} onSaved={back} onCancel={back} />;
}

type MadeShow = Awaited<ReturnType<typeof create>>;

function create(showId: string | null, { license, name, ...draft }: Draft) {
  const json = {
    name: name.trim(),
    license: license?.id ?? '',
    studioId: draft.studioId ?? '',
    divisionId: draft.divisionId ?? '',
    acctPackageId: draft.acctPackageId ?? '',
    showTypeId: draft.showTypeId ?? '',
    features: draft.features,
  };
  return ask(api.api.shows.$post({ query: showId === null ? {} : { showId }, json }));
}

interface NewShowFormProps {
  /** Where its author stands; null for who has no show yet. */
  showId: string | null;
  title?: string;
  detail?: string;
  onMade?: (made: MadeShow) => void;
  onSaved: () => void;
  /** Absent: there is nowhere to go back to, and Cancel empties the form. */
  onCancel?: () => void;
}

/** The form of a show that is to be. */
export function NewShowForm({ showId, onMade, onSaved, onCancel, ...head }: NewShowFormProps) {
  const flash = useFlash();
  const form = useForm<Draft>({ defaultValues: blank });
  const state = useManagedForm<Draft>(form, {
    check: complaintsOf,
    save: async (draft) => {
      const made = await create(showId, draft);
      onMade?.(made);
    },
    onSaved,
    onFailed: (error) => {
      const text = error instanceof ApiError ? error.text : null;
      const isAccounting = error instanceof ApiError && error.code === 'accounting_interface_error';
      flash('error', isAccounting && text ? text : 'Show could not be created.');
      return [];
    },
  });
  const { control, setValue } = form;
  return (
    <ManagedForm
      title={head.title ?? 'New Show'}
      detail={head.detail}
      isReadOnly={false}
      state={state}
      onCancel={onCancel ?? (() => form.reset(blank))}
    >
      <Card title="Show">
        <FieldGrid>
          <Field name="name" isWide>
            <Controller
              control={control}
              name="name"
              render={({ field }) => (
                <TextField
                  label="Show Name"
                  isRequired
                  startsFocused
                  maxLength={100}
                  value={field.value}
                  onChange={field.onChange}
                  error={state.errorAt('name')}
                />
              )}
            />
          </Field>
        </FieldGrid>
      </Card>
      <LicenseCard showId={showId} control={control} setValue={setValue} errorAt={state.errorAt} />
      <Card title="Features">
        <Controller
          control={control}
          name="features"
          render={({ field }) => (
            <div className="grid gap-2">
              {features.map(({ code, name }) => (
                <Checkbox
                  key={code}
                  label={name}
                  hint={`Can only be chosen now. ${name} are then shown or hidden under Settings.`}
                  isSelected={field.value.includes(code)}
                  onChange={(on) =>
                    field.onChange(
                      on ? [...field.value, code] : field.value.filter((one: FeatureCode) => one !== code),
                    )
                  }
                />
              ))}
            </div>
          )}
        />
      </Card>
    </ManagedForm>
  );
}

/** What each choice makes void: it was one of the license or studio before. */
const below = {
  license: ['studioId', 'divisionId', 'acctPackageId', 'showTypeId'],
  studioId: ['divisionId'],
} as const;

/** Where accounting offers one thing alone, that is chosen (DEC-95). */
function useOnlyOne(
  field: 'studioId' | 'divisionId' | 'acctPackageId' | 'showTypeId',
  options: readonly Option[] | undefined,
  value: string | null,
  setValue: UseFormSetValue<Draft>,
): void {
  const only = options?.length === 1 ? (options[0]?.id ?? null) : null;
  useEffect(() => {
    if (only !== null && value === null) setValue(field, only, { shouldDirty: true });
  }, [field, only, value, setValue]);
}

const chainOfChoices = ['license', 'studioId', 'divisionId', 'acctPackageId', 'showTypeId'] as const;

function LicenseCard(props: {
  showId: string | null;
  control: Control<Draft>;
  setValue: UseFormSetValue<Draft>;
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
  useOnlyOne('studioId', offers.studios, draft.studioId, setValue);
  useOnlyOne('divisionId', offers.divisions, draft.divisionId, setValue);
  useOnlyOne('acctPackageId', offers.packages, draft.acctPackageId, setValue);
  useOnlyOne('showTypeId', offers.types, draft.showTypeId, setValue);
  const pick = (
    field: 'studioId' | 'divisionId' | 'acctPackageId' | 'showTypeId',
    label: string,
    options: readonly Option[] | undefined,
    above: string | null,
  ) => (
    <Field name={field}>
      <Select
        label={label}
        isRequired
        options={options ?? []}
        value={draft[field]}
        isDisabled={above === null || options === undefined}
        placeholder={above !== null && options === undefined ? 'Loading...' : 'Select'}
        onChange={(id) => {
          setValue(field, id, { shouldDirty: true });
          if (field === 'studioId') for (const one of below.studioId) setValue(one, null);
        }}
        error={errorAt(field)}
      />
    </Field>
  );
  return (
    <Card title="Accounting">
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
        {pick('studioId', 'Studio', offers.studios, license)}
        {pick('divisionId', 'Division', offers.divisions, draft.studioId)}
        {pick('acctPackageId', 'Accounting Package', offers.packages, license)}
        {pick('showTypeId', 'Show Type', offers.types, license)}
      </FieldGrid>
      {offers.hasFailed ? (
        <LoadFailure
          text="The accounting system could not be asked."
          onRetry={() => void offers.retry()}
          isBusy={offers.isBusy}
        />
      ) : null}
    </Card>
  );
}
