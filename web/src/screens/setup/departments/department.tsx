import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Navigate, useNavigate, useParams } from 'react-router';
import { useSWRConfig } from 'swr';
import { departmentNameLimit, prefixLimit } from '#domain/management/department';
import { ApiError } from '../../../api.ts';
import type { FormError } from '../../../forms/error-summary.tsx';
import { keys } from '../../../keys.ts';
import { Switch } from '../../../parts/fields/checkbox.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { texts } from '../../../texts.ts';
import { FormFailure } from '../managed-form/form-failure.tsx';
import { LoadingForm } from '../managed-form/loading-form.tsx';
import { ManagedForm } from '../managed-form/managed-form.tsx';
import { Field, FieldGrid, Section } from '../managed-form/section.tsx';
import { useManagedForm } from '../managed-form/use-managed-form.ts';
import { AccountCodes } from './account-codes.tsx';
import { useManagedDepartments } from '../calls/departments.ts';
import { checkDepartment, draftOf, emptyDepartment } from './department-draft.ts';
import type { DepartmentDraft } from './department-draft.ts';
import { Members, memberField } from './members.tsx';
import type { Member } from './members.tsx';
import { departmentTexts } from './messages.ts';
import { DepartmentSaveError, saveChanged, saveNew } from './save-department.ts';
import type { Department } from '#domain/management/management-response';

const list = '/setup/departments';
const changed = { shouldDirty: true } as const;

export function NewDepartment() {
  const { can } = useSession();
  if (!can('Departments', 'FULL')) return <Navigate to={list} replace />;
  return <DepartmentForm department={null} />;
}

export function EditDepartment() {
  const { id } = useParams();
  const { data, error, isValidating, mutate } = useManagedDepartments();
  const department = data?.find((one) => one.id === id);
  if (department) return <DepartmentForm key={department.id} department={department} />;
  const back = { text: 'Departments', href: list };
  if (data) return <FormFailure text={texts.notFound} list={back} />;
  if (!error) return <LoadingForm />;
  const retry = { onRetry: () => void mutate(), isBusy: isValidating, error };
  return <FormFailure text={departmentTexts.listFailed} list={back} retry={retry} />;
}

const messageOf = {
  add: departmentTexts.notAdded,
  change: departmentTexts.notUpdated,
  member: departmentTexts.notUpdated,
  settings: departmentTexts.settingsNotUpdated,
} as const satisfies Record<DepartmentSaveError['part'], string>;

/** Form errors of a failed save, for fields that the user can correct (MG-03, MG-04). */
function formErrors({ part, cause, memberId }: DepartmentSaveError, members: readonly Member[]): FormError[] {
  const code = cause instanceof ApiError ? cause.code : '';
  if (code === 'department_exists') {
    return [{ field: 'name', text: part === 'add' ? departmentTexts.notAdded : departmentTexts.nameTaken }];
  }
  if (code !== 'WORKFLOW_CONFLICT') return [];
  if (memberId === null) return [{ field: 'isActive', text: departmentTexts.inApproval }];
  const name = members.find(({ id }) => id === memberId)?.name ?? '';
  return [{ field: memberField(memberId), text: departmentTexts.memberNeeded(name) }];
}

/** Adds or changes a department: its name, settings and members (DEC-92). */
function DepartmentForm({ department }: { department: Department | null }) {
  const { show, can } = useSession();
  const navigate = useNavigate();
  const flash = useToast();
  const { mutate } = useSWRConfig();
  // The values when the form opened. Fields that only other users changed are not sent.
  const [before] = useState(() => (department ? draftOf(department) : emptyDepartment));
  const form = useForm<DepartmentDraft>({ defaultValues: before });
  const values = useWatch({ control: form.control }) as DepartmentDraft;
  const isReadOnly = !can('Departments', 'FULL');
  const [isChecking, setChecking] = useState(false);
  const refresh = () => mutate(keys.lookup(show.id, 'departments'));

  const save = async (draft: DepartmentDraft) => {
    if (!department) return create(draft);
    try {
      await saveChanged(show.id, department.id, before, draft);
    } finally {
      // The list may have been read between two parts of the save.
      await refresh();
    }
    return undefined;
  };
  const create = async (draft: DepartmentDraft) => {
    let id: string | null = null;
    const added = saveNew(show.id, draft, emptyDepartment, (newId) => {
      id = newId;
    });
    await added.catch(async (error: unknown) => {
      if (id === null) throw error;
      // The department exists now. The user can complete it in its own form.
      flash(
        'error',
        error instanceof DepartmentSaveError ? messageOf[error.part] : departmentTexts.notUpdated,
      );
      state.withLeave(() => void navigate(`${list}/${id}`, { replace: true }));
    });
    await refresh();
  };
  const state = useManagedForm(form, {
    check: checkDepartment,
    save,
    onSaved: () => {
      flash('success', department ? departmentTexts.saved : departmentTexts.added);
      return list;
    },
    onFailed: (error) => {
      if (!(error instanceof DepartmentSaveError)) return [];
      const errors = formErrors(error, form.getValues('members'));
      flash('error', messageOf[error.part]);
      return errors;
    },
  });
  return (
    <ManagedForm
      title={department ? department.name : 'Add Department'}
      detail={isReadOnly ? departmentTexts.readOnly : null}
      isReadOnly={isReadOnly}
      state={state}
      isWaiting={isChecking}
      onCancel={() => void navigate(list)}
    >
      <Section title="Department">
        <FieldGrid>
          <Field name="name">
            <TextField
              label="Name"
              isRequired
              value={values.name}
              maxLength={departmentNameLimit}
              startsFocused={department === null}
              isDisabled={isReadOnly}
              onChange={(name) => form.setValue('name', name, changed)}
              error={state.errorAt('name')}
            />
          </Field>
          <Field name="poNumberPrefix">
            <TextField
              label="PO number prefix"
              hint="New purchase order numbers start with it."
              value={values.poNumberPrefix}
              maxLength={prefixLimit}
              isDisabled={isReadOnly}
              onChange={(prefix) => form.setValue('poNumberPrefix', prefix, changed)}
              error={state.errorAt('poNumberPrefix')}
            />
          </Field>
        </FieldGrid>
        {department ? (
          <div className="mt-4 border-t border-line pt-2">
            <Field name="isActive">
              <Switch
                label="Active"
                hint="An inactive department is not offered for new documents."
                isSelected={values.isActive}
                isDisabled={isReadOnly}
                onChange={(isActive) => form.setValue('isActive', isActive, changed)}
              />
              {state.errorAt('isActive') ? (
                <p className="text-xs text-negative">{state.errorAt('isActive')}</p>
              ) : null}
            </Field>
          </div>
        ) : null}
      </Section>
      <Members
        departmentId={department?.id ?? null}
        members={values.members}
        stored={before.members}
        isReadOnly={isReadOnly}
        errorAt={state.errorAt}
        onChange={(members) => form.setValue('members', members, changed)}
        onChecking={setChecking}
      />
      <AccountCodes
        codes={values.accountCodes}
        isReadOnly={isReadOnly}
        onChange={(codes) => form.setValue('accountCodes', codes, changed)}
      />
    </ManagedForm>
  );
}
