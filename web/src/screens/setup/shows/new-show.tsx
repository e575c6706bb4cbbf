import { Controller, useForm } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router';
import { useSWRConfig } from 'swr';
import { features } from '#domain/management/show-form';
import { ApiError, api, ask } from '../../../api.ts';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { useOpenShow } from '../../../session/use-open-show.ts';
import { ManagedForm } from '../managed-form/managed-form.tsx';
import { Field, Section } from '../managed-form/section.tsx';
import { useManagedForm } from '../managed-form/use-managed-form.ts';
import { LicenseSection } from './license-section.tsx';
import { RegionSection } from './region-section.tsx';
import { blankShow, checkShow } from './show-draft.ts';
import type { FeatureCode, ShowDraft } from './show-draft.ts';
import { listsShows } from './show-lists.ts';

/** Creates a show from a license of the accounting system, for users with FULL Internal (API-50, DEC-92). */
export function NewShow() {
  const { can } = useSession();
  return can('Internal', 'FULL') ? <AnotherShow /> : <Navigate to="/setup/shows" replace />;
}

function AnotherShow() {
  const { show: open } = useSession();
  const { mutate } = useSWRConfig();
  const navigate = useNavigate();
  const openShow = useOpenShow();
  const flash = useToast();
  const onCreated = (created: CreatedShow) => {
    void mutate(listsShows);
    flash('success', 'Show created successfully.', {
      text: 'Open it',
      onPress: () => void openShow(created).then((isOpen) => isOpen && navigate('/approvals')),
    });
  };
  const list = '/setup/shows';
  const back = () => void navigate(list);
  return <NewShowForm showId={open.id} onCreated={onCreated} onSaved={() => list} onCancel={back} />;
}

type CreatedShow = Awaited<ReturnType<typeof create>>;

function create(showId: string | null, { license, name, ...draft }: ShowDraft) {
  const json = {
    name: name.trim(),
    license: license?.id ?? '',
    studioId: draft.studioId ?? '',
    divisionId: draft.divisionId ?? '',
    acctPackageId: draft.acctPackageId ?? '',
    showTypeId: draft.showTypeId ?? '',
    features: draft.features,
    ...(draft.region && { region: draft.region }),
  };
  return ask(api.api.shows.$post({ query: showId === null ? {} : { showId }, json }));
}

interface NewShowFormProps {
  /** The open show. Null for a user without a show. */
  showId: string | null;
  title?: string;
  detail?: string;
  onCreated?: (created: CreatedShow) => void;
  /** Returns the page to open, or null. */
  onSaved: () => string | null;
  /** Without it there is no page to return to, and Cancel clears the form. */
  onCancel?: () => void;
}

export function NewShowForm({ showId, onCreated, onSaved, onCancel, ...head }: NewShowFormProps) {
  const flash = useToast();
  const form = useForm<ShowDraft>({ defaultValues: blankShow });
  const state = useManagedForm<ShowDraft>(form, {
    check: checkShow,
    save: async (draft) => {
      const created = await create(showId, draft);
      onCreated?.(created);
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
      onCancel={onCancel ?? (() => form.reset(blankShow))}
    >
      <Section title="Show">
        <Field name="name">
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
      </Section>
      <LicenseSection showId={showId} control={control} setValue={setValue} errorAt={state.errorAt} />
      <RegionSection showId={showId} control={control} />
      <Section
        title="Features"
        text="Can only be chosen now. What the show has can be hidden later, under Settings."
      >
        <Controller
          control={control}
          name="features"
          render={({ field }) => (
            <div className="grid gap-2">
              {features.map(({ code, name }) => (
                <Checkbox
                  key={code}
                  label={name}
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
      </Section>
    </ManagedForm>
  );
}
