import type { UseFormReturn } from 'react-hook-form';
import { roles } from '#domain/permissions';
import { initialsLimit, mayAssign, nameLimit, visibilityNames } from '#domain/user';
import { visibilityScopes } from '#domain/visibility';
import { Card } from '../../../parts/card.tsx';
import { Switch } from '../../../parts/checkbox.tsx';
import { LockedField, ReasonedSelect } from '../../../parts/locked-field.tsx';
import { MultiPick } from '../../../parts/multi-pick.tsx';
import { Select } from '../../../parts/select.tsx';
import { TextField } from '../../../parts/text-field.tsx';
import type { TextFieldProps } from '../../../parts/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { useManagedDepartments } from '../departments/calls.ts';
import { Field, FieldGrid } from '../managed-form.tsx';
import { milestoneOptions } from '../milestone-options.ts';
import { userTexts } from './messages.ts';
import { startOf } from './user-draft.ts';
import type { UserDraft } from './user-draft.ts';

interface UserSectionProps {
  form: UseFormReturn<UserDraft>;
  values: UserDraft;
  errorAt: (field: string) => string | null;
  isReadOnly: boolean;
  isNew: boolean;
  /** One's own role and status stay as they are. */
  isSelf: boolean;
  /** Names and two-step sign-in belong to the account, which is kept elsewhere or chosen already. */
  hasOwnNames: boolean;
  /** Why the account is not for this show to change. */
  accountLock: string | null;
}

const changed = { shouldDirty: true } as const;

export function AccountSection(props: UserSectionProps) {
  const { form, values, errorAt, isReadOnly, hasOwnNames, isNew } = props;
  const isClosed = isReadOnly || !hasOwnNames;
  const reason = isClosed ? null : props.accountLock;
  return (
    <Card title="Account">
      <FieldGrid>
        <Field name="username">
          <TextField
            label="Username"
            type="email"
            isDisabled
            value={values.username}
            onChange={() => undefined}
            error={errorAt('username')}
            {...(isNew && hasOwnNames && { hint: 'A link to set a password is sent to this address.' })}
          />
        </Field>
        <Field name="initials">
          <ReasonedText
            label="Initials"
            value={values.initials}
            maxLength={initialsLimit}
            isDisabled={isClosed}
            reason={reason}
            {...(isNew && hasOwnNames && { hint: 'Left empty, they are taken from the name.' })}
            onChange={(text) => form.setValue('initials', text, changed)}
          />
        </Field>
        <Field name="firstName">
          <ReasonedText
            label="First name"
            isRequired
            value={values.firstName}
            maxLength={nameLimit}
            isDisabled={isClosed}
            reason={reason}
            startsFocused={isNew && hasOwnNames}
            onChange={(text) => form.setValue('firstName', text, changed)}
            error={errorAt('firstName')}
          />
        </Field>
        <Field name="lastName">
          <ReasonedText
            label="Last name"
            isRequired
            value={values.lastName}
            maxLength={nameLimit}
            isDisabled={isClosed}
            reason={reason}
            onChange={(text) => form.setValue('lastName', text, changed)}
            error={errorAt('lastName')}
          />
        </Field>
        <Toggle {...props} name="mfaEnabled" label="Two-step sign-in" isClosed={isClosed} reason={reason} />
        {isNew ? null : (
          <Toggle
            {...props}
            name="isActive"
            label="Active"
            isClosed={isReadOnly}
            reason={props.isSelf ? userTexts.ownSeat : null}
          />
        )}
      </FieldGrid>
    </Card>
  );
}

/** A text field, or the same one closed for a reason. */
function ReasonedText({ reason, ...field }: TextFieldProps & { reason: string | null }) {
  if (reason === null) return <TextField {...field} />;
  const { label, value, isRequired = false } = field;
  return <LockedField label={label} isRequired={isRequired} text={value || '—'} reason={reason} />;
}

const scopeOptions = visibilityScopes.map((id) => ({ id, text: visibilityNames[id] }));
const numberOptions = [{ id: '', text: 'As the show says' }, ...milestoneOptions];

/** PE-01, PE-17, DEC-11, DEC-17: the role, and what is seen with it. */
export function RoleSection(props: UserSectionProps) {
  const { form, values, isReadOnly, isNew } = props;
  const { rights } = useSession();
  const offered = roles.filter((role) => role === values.roleId || mayAssign(rights, role));
  const choose = (id: string | null) => {
    const role = roles.find((one) => one === id);
    if (!role) return;
    form.setValue('roleId', role, changed);
    if (!isNew) return;
    const start = startOf(role);
    form.setValue('voidPo', start.voidPo, changed);
    form.setValue('voidInvoice', start.voidInvoice, changed);
    form.setValue('purchaseOrderVisibilityId', start.purchaseOrderVisibilityId, changed);
    form.setValue('invoiceVisibilityId', start.invoiceVisibilityId, changed);
  };
  const scope = (name: 'purchaseOrderVisibilityId' | 'invoiceVisibilityId', label: string) => (
    <Field name={name}>
      <Select
        label={label}
        options={scopeOptions}
        value={values[name]}
        isDisabled={isReadOnly}
        onChange={(id) => {
          const chosen = visibilityScopes.find((one) => one === id);
          if (chosen) form.setValue(name, chosen, changed);
        }}
      />
    </Field>
  );
  return (
    <Card title="Role and visibility">
      <FieldGrid>
        <Field name="roleId">
          <ReasonedSelect
            label="Role"
            isRequired
            options={offered.map((role) => ({ id: role, text: role }))}
            value={values.roleId}
            onChange={choose}
            isDisabled={isReadOnly}
            reason={props.isSelf ? userTexts.ownSeat : null}
          />
        </Field>
        <Field name="displayPoNumbers">
          <Select
            label="PO numbers are shown from"
            options={numberOptions}
            value={values.displayPoNumbers ?? ''}
            isDisabled={isReadOnly}
            onChange={(id) => {
              const chosen = milestoneOptions.find((one) => one.id === id);
              form.setValue('displayPoNumbers', chosen?.id ?? null, changed);
            }}
          />
        </Field>
        {scope('purchaseOrderVisibilityId', 'Purchase order visibility')}
        {scope('invoiceVisibilityId', 'Invoice visibility')}
      </FieldGrid>
    </Card>
  );
}

type ToggleName = {
  [Name in keyof UserDraft]: UserDraft[Name] extends boolean ? Name : never;
}[keyof UserDraft];

function Toggle(
  props: UserSectionProps & { name: ToggleName; label: string; isClosed: boolean; reason?: string | null },
) {
  const { form, values, name, label, isClosed, reason = null } = props;
  return (
    <Field name={name}>
      <Switch
        label={label}
        isSelected={values[name]}
        isDisabled={isClosed}
        reason={reason}
        onChange={(on) => form.setValue(name, on, changed)}
      />
    </Field>
  );
}

const toggles = [
  ['invoiceModuleVisible', 'Invoices'],
  ['paymentModuleVisible', 'Payments'],
  ['specialApprover', 'Special approver'],
  ['sendUnapprovedPurchaseOrders', 'Send unapproved purchase orders to Accounting'],
  ['voidPo', 'Void purchase orders'],
  ['voidInvoice', 'Void invoices'],
] as const satisfies readonly (readonly [ToggleName, string])[];

/** PE-25: what this user may do beside the role. */
export function ToggleSection(props: UserSectionProps) {
  return (
    <Card title="Permissions">
      <div className="grid grid-cols-2 gap-x-4 gap-y-1 max-sm:grid-cols-1">
        {toggles.map(([name, label]) => (
          <Toggle key={name} {...props} name={name} label={label} isClosed={props.isReadOnly} />
        ))}
      </div>
    </Card>
  );
}

/** MG-05, API-75: where the user belongs. */
export function DepartmentSection(props: UserSectionProps) {
  const { form, values, isReadOnly } = props;
  const { data } = useManagedDepartments();
  const ids = values.departmentIds;
  const all = (data ?? []).map(({ id, name, isActive }) => ({
    id,
    text: isActive ? name : `${name} (Inactive)`,
    isActive,
  }));
  const set = (next: string[]) => form.setValue('departmentIds', next, changed);
  return (
    <Card title="Departments">
      <Field name="departments">
        <MultiPick
          label="Departments"
          hideLabel
          placeholder="Add a department"
          isReadOnly={isReadOnly}
          options={all.filter(({ isActive }) => isActive)}
          picked={all.filter(({ id }) => ids.includes(id))}
          onPick={({ id }) => set([...ids, id])}
          onRemove={(id) => (isReadOnly ? undefined : set(ids.filter((one) => one !== id)))}
          error={props.errorAt('departments')}
        />
      </Field>
    </Card>
  );
}
