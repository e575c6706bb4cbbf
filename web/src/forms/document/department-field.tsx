import { useWatch } from 'react-hook-form';
import { isAdmin } from '#domain/identity/permissions';
import { SelectOrDisabled } from '../../parts/fields/disabled-field.tsx';
import type { Option } from '../../parts/fields/select.tsx';
import { useSession } from '../../session/session.tsx';
import { useCounts } from '../../session/waiting-counts.ts';
import type { SectionProps } from './model/draft.ts';
import { useDepartments } from './model/use-reference-data.ts';
import type { Department } from '#domain/management/management-response';

interface Named {
  id: string;
  name: string;
}

/**
 * The user's departments, or all for an administrator, the department of the referenced PO, and the document's current
 * one (DEC-13).
 */
function departmentOptions(
  all: readonly Department[],
  memberships: readonly { id: string }[] | null,
  orderDepartment: Named | null,
  current: Named | null,
): Option[] {
  const isOpen = ({ id }: Department) =>
    memberships === null ||
    memberships.some((membership) => membership.id === id) ||
    id === orderDepartment?.id;
  const options = all
    .filter((one) => one.isActive && isOpen(one))
    .map(({ id, name }) => ({ id, text: name }));
  if (!current || options.some(({ id }) => id === current.id)) return options;
  return [...options, { id: current.id, text: current.name }];
}

/** The department of the document, fixed while a workflow runs (PO-38) and in a change order (DEC-26). */
export function DepartmentField(
  props: SectionProps & { isInApproval: boolean; orderDepartment?: Named | null },
) {
  const { form, orderDepartment = null } = props;
  const { rights } = useSession();
  const { data: departments } = useDepartments();
  const { data: meta } = useCounts();
  const department = useWatch({ control: form.control, name: 'department' }) ?? null;
  const memberships = isAdmin(rights.permissions, props.docType) ? null : (meta?.departments ?? []);
  const options = departmentOptions(departments ?? [], memberships, orderDepartment, department);
  const reason = () => {
    if (props.isInApproval) return 'Cannot change department while workflow is in progress';
    if (props.isChangeOrder) return 'A change order keeps the department of the purchase order';
    if (!departments || !meta) return 'Loading information...';
    return options.length === 0 ? 'No options available' : null;
  };
  const hasNoOptions = departments !== undefined && meta !== undefined && options.length === 0;
  const none = memberships
    ? 'You do not belong to a department yet. An administrator can add you to one.'
    : 'There are no departments yet. Add them under Management.';
  const lost =
    props.lostDepartment !== null && department === null
      ? `You cannot create documents for ${props.lostDepartment}. Choose one of your departments.`
      : null;
  const isOfOrder =
    department !== null &&
    department.id === orderDepartment?.id &&
    memberships?.some(({ id }) => id === department.id) === false;
  const ofOrder = isOfOrder ? 'This is the department of the PO. Every line must reference that PO.' : null;
  const hint = hasNoOptions ? none : (lost ?? ofOrder);
  return (
    <div data-field="department">
      <SelectOrDisabled
        label="Department"
        isRequired
        options={options}
        value={department?.id ?? null}
        onChange={(id) => {
          const chosen = options.find((option) => option.id === id);
          const next = chosen ? { id: chosen.id, name: chosen.text } : null;
          form.setValue('department', next, { shouldDirty: true });
        }}
        reason={reason()}
        {...(hint !== null && { hint })}
        error={props.errorAt('department')}
      />
    </div>
  );
}
