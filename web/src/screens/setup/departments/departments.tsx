import { nameWithInactive } from '../../../parts/display/name-with-inactive.ts';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { useSession } from '../../../session/session.tsx';
import { ActiveMark, ManagedList } from '../managed-form/managed-list.tsx';
import { searchItems, useListQuery } from '../managed-form/use-list-query.ts';
import { useManagedDepartments } from '../calls/departments.ts';
import { departmentTexts } from './messages.ts';
import type { Department } from '#domain/management/management-response';

function activeUsers({ users }: Department): number {
  return users.filter(({ active }) => active).length;
}

/** All members of the department. Inactive ones are marked (MG-02). */
function namesOf({ users }: Department): string {
  const sorted = users.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
  return sorted.map(({ name, active }) => nameWithInactive(name, active)).join(', ');
}

const columns: readonly TableColumn<Department>[] = [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    width: '18rem',
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  {
    id: 'users',
    name: 'Users',
    cell: (department) => (
      <span title={namesOf(department)} className="text-ink-muted">
        {namesOf(department) || '—'}
      </span>
    ),
  },
  { id: 'count', name: 'Active Users', align: 'right', width: '8rem', cell: (one) => activeUsers(one) },
  {
    id: 'prefix',
    name: 'PO Prefix',
    width: '7rem',
    cell: ({ settings }) => settings.poNumberPrefix || '—',
  },
  { id: 'active', name: 'Status', width: '8rem', cell: ({ isActive }) => <ActiveMark isActive={isActive} /> },
];

function DepartmentCard({ department }: { department: Department }) {
  const count = activeUsers(department);
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block truncate font-medium">{department.name}</span>
        <span className="block text-sm text-ink-muted">
          {[count === 1 ? '1 user' : `${count} users`, department.settings.poNumberPrefix]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      {department.isActive ? null : <ActiveMark isActive={false} />}
    </span>
  );
}

/** The departments of the show (MG-01, MG-02, DEC-92). */
export function Departments() {
  const { can } = useSession();
  const { search, setSearch } = useListQuery();
  const { data, error, isValidating, mutate } = useManagedDepartments();
  return (
    <ManagedList
      title="Departments"
      columns={columns}
      items={data && searchItems(data, search, (one) => `${one.name} ${namesOf(one)}`)}
      hrefOf={({ id }) => `/setup/departments/${id}`}
      renderCard={(department) => <DepartmentCard department={department} />}
      add={can('Departments', 'FULL') ? { text: 'Add Department', href: '/setup/departments/create' } : null}
      search={{ label: 'Search departments', value: search, onChange: setSearch }}
      empty="There are no departments yet. Add the first one to give documents a home."
      failure={
        error && !data
          ? { text: departmentTexts.listFailed, onRetry: () => void mutate(), isBusy: isValidating, error }
          : null
      }
    />
  );
}
