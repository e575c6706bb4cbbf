import type { TableColumn } from '../../../parts/table/table.tsx';
import { useSession } from '../../../session/session.tsx';
import { ActiveMark, ManagedList } from '../managed-form/managed-list.tsx';
import { searchItems, useListQuery } from '../managed-form/use-list-query.ts';
import { useShowUsers } from '../calls/users.ts';
import type { ListedUser } from '../calls/users.ts';
import { AwayUsers } from './away-users.tsx';
import { userTexts } from './messages.ts';

/** Fits a desktop page without much scrolling. */
const count = 20;

const columns: readonly TableColumn<ListedUser>[] = [
  {
    id: 'name',
    name: 'Name',
    isRowHeader: true,
    cell: ({ name }) => <span className="font-medium">{name}</span>,
  },
  { id: 'username', name: 'Username', cell: ({ username }) => <span title={username}>{username}</span> },
  { id: 'role', name: 'Role', width: '14rem', cell: ({ roleId }) => roleId },
  { id: 'active', name: 'Status', width: '8rem', cell: ({ isActive }) => <ActiveMark isActive={isActive} /> },
];

function UserCard({ user }: { user: ListedUser }) {
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <span className="block truncate font-medium">{user.name}</span>
        <span className="block truncate text-sm text-ink-muted">{user.username}</span>
        <span className="block text-sm text-ink-muted">{user.roleId}</span>
      </span>
      {user.isActive ? null : <ActiveMark isActive={false} />}
    </span>
  );
}

/** All present and former users of the show (MG-01, DEC-92). */
export function Users() {
  const { can } = useSession();
  const { search, setSearch, page, setPage } = useListQuery();
  const { data, error, isValidating, mutate } = useShowUsers();
  const found = data && searchItems(data, search, (user) => `${user.name} ${user.username} ${user.roleId}`);
  return (
    <ManagedList
      title="Users"
      columns={columns}
      items={found?.slice((page - 1) * count, page * count)}
      hrefOf={({ id }) => `/setup/users/${id}`}
      renderCard={(user) => <UserCard user={user} />}
      add={can('UserManagement', 'FULL') ? { text: 'Add User', href: '/setup/users/create' } : null}
      note={can('UserManagement', 'FULL') ? <AwayUsers /> : null}
      search={{ label: 'Search users', value: search, onChange: setSearch }}
      empty="This show has no users yet."
      failure={
        error && !data
          ? { text: userTexts.listFailed, onRetry: () => void mutate(), isBusy: isValidating, error }
          : null
      }
      pages={{ page, count, total: found?.length ?? 0, onPage: setPage }}
    />
  );
}
