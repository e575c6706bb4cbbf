import { isGuarantor, roles } from '#domain/identity/permissions';
import { mayAssign, visibilityNames } from '#domain/management/user';
import { visibilityScopes } from '#domain/identity/visibility';
import { SelectOrDisabled } from '../../../parts/fields/disabled-field.tsx';
import { MultiSelect } from '../../../parts/fields/multi-select.tsx';
import { nameWithInactive } from '../../../parts/display/name-with-inactive.ts';
import { Select } from '../../../parts/fields/select.tsx';
import { useSession } from '../../../session/session.tsx';
import { useManagedDepartments } from '../calls/departments.ts';
import { milestoneOptions } from '../managed-form/milestone-options.ts';
import { Field, FieldGrid, Rows, Section } from '../managed-form/section.tsx';
import { userTexts } from './messages.ts';
import { roleDefaults } from './user-draft.ts';
import { Toggle, changed } from './user-section.tsx';
import type { ToggleName, UserSectionProps } from './user-section.tsx';

const scopeOptions = visibilityScopes.map((id) => ({ id, text: visibilityNames[id] }));
const numberOptions = [{ id: '', text: 'Same as the show' }, ...milestoneOptions];

/** The role, and the visibility of documents (PE-01, PE-17, DEC-11, DEC-17). */
export function RoleSection(props: UserSectionProps) {
  const { form, values, isReadOnly, isNew } = props;
  const { rights } = useSession();
  const ofGuarantor = isGuarantor({ role: values.roleId });
  const offered = roles.filter((role) => role === values.roleId || mayAssign(rights, role));
  const choose = (id: string | null) => {
    const role = roles.find((one) => one === id);
    if (!role) return;
    form.setValue('roleId', role, changed);
    if (!isNew) return;
    const start = roleDefaults(role);
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
    <Section
      title={ofGuarantor ? 'Role' : 'Role and visibility'}
      text={
        ofGuarantor
          ? 'This person sees the issued cost reports and nothing else of the show.'
          : 'What this person does in the show, and which documents are seen.'
      }
    >
      <FieldGrid>
        <Field name="roleId">
          <SelectOrDisabled
            label="Role"
            isRequired
            options={offered.map((role) => ({ id: role, text: role }))}
            value={values.roleId}
            onChange={choose}
            isDisabled={isReadOnly}
            reason={props.isSelf ? userTexts.ownMembership : null}
          />
        </Field>
        {ofGuarantor ? null : (
          <>
            <Field name="displayPoNumbers">
              <Select
                label="PO numbers are shown"
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
          </>
        )}
      </FieldGrid>
    </Section>
  );
}

const toggles = [
  ['invoiceModuleVisible', 'Invoices', 'Shown where the show has them switched on.'],
  ['paymentModuleVisible', 'Payments', 'Shown where the show has them switched on.'],
  [
    'specialApprover',
    'Special approver',
    'An approval counts as a special one on the steps that list this person.',
  ],
  [
    'sendUnapprovedPurchaseOrders',
    'Send unapproved purchase orders to Accounting',
    'Only while the show allows it, too.',
  ],
  ['voidPo', 'Void purchase orders', null],
  ['voidInvoice', 'Void invoices', null],
] as const satisfies readonly (readonly [ToggleName, string, string | null])[];

/** The permissions beyond the role (PE-25). */
export function ToggleSection(props: UserSectionProps) {
  return (
    <Section title="Permissions" text="Beyond what the role allows.">
      <Rows>
        {toggles.map(([name, label, hint]) => (
          <Toggle key={name} {...props} name={name} label={label} hint={hint} isClosed={props.isReadOnly} />
        ))}
      </Rows>
    </Section>
  );
}

/** The departments of the user (MG-05, API-75). */
export function DepartmentSection(props: UserSectionProps) {
  const { form, values, isReadOnly } = props;
  const { data, error } = useManagedDepartments();
  const ids = values.departmentIds;
  const all = (data ?? []).map(({ id, name, isActive }) => ({
    id,
    text: nameWithInactive(name, isActive),
    isActive,
  }));
  const set = (next: string[]) => form.setValue('departmentIds', next, changed);
  return (
    <Section title="Departments" text="Where this person raises or approves documents.">
      <Field name="departments">
        <MultiSelect
          label="Departments"
          hideLabel
          placeholder="Add a department"
          isReadOnly={isReadOnly}
          options={all.filter(({ isActive }) => isActive)}
          isLoadingOptions={!data && !error}
          picked={all.filter(({ id }) => ids.includes(id))}
          onPick={({ id }) => set([...ids, id])}
          onRemove={(id) => set(ids.filter((one) => one !== id))}
          error={props.errorAt('departments')}
        />
      </Field>
    </Section>
  );
}
