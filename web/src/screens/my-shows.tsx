import { useMemo, useRef, useState } from 'react';
import { Pencil } from 'lucide-react';
import { useNavigate } from 'react-router';
import useSWR from 'swr';
import { pageSize } from '#domain/lists/lists';
import { api, ask } from '../api.ts';
import { keys } from '../keys.ts';
import { Button, IconButton } from '../parts/controls/button.tsx';
import { Badge } from '../parts/display/badge.tsx';
import { LoadFailure, PageHeader } from '../parts/page/card.tsx';
import { EmptyState } from '../parts/page/empty-state.tsx';
import { Pagination } from '../parts/table/pagination.tsx';
import { Table } from '../parts/table/table.tsx';
import type { TableColumn } from '../parts/table/table.tsx';
import { SearchField } from '../parts/fields/text-field.tsx';
import { useSession } from '../session/session.tsx';
import { useOpenShow } from '../session/use-open-show.ts';
import type { ShowSummary } from '../session/api-types.ts';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { useIsPhone } from '../parts/hooks/use-breakpoint.ts';
import { useSearchText } from '../parts/hooks/use-debounced.ts';
import { texts } from '../texts.ts';
import { EditShowDialog } from './setup/shows/edit-show-dialog.tsx';
import { ShowCards } from './show-cards.tsx';

/** (SH-47, SH-48) */
const searchHint = 'Search by Show Name or License #...';
/** For users without any show (SH-53). */
const noneListed =
  'No shows to display. Contact your Administrator if you believe you should have been added to a show.';

type MyShow = ShowSummary & { mayEdit: boolean };

function Waiting(props: { count: number }) {
  if (props.count === 0) return <span className="figures text-ink-muted">0</span>;
  return <Badge count={props.count} label={`${props.count} purchase orders awaiting approval`} strong />;
}

const columns: readonly TableColumn<MyShow>[] = [
  {
    id: 'name',
    name: 'Show Name',
    isRowHeader: true,
    cell: (show) => <span className="font-medium">{show.name}</span>,
  },
  {
    id: 'license',
    name: 'License #',
    width: '8rem',
    cell: (show) => show.license,
  },
  { id: 'studio', name: 'Studio / Division', width: '33%', cell: (show) => show.studioDivision.name },
  {
    id: 'waiting',
    name: 'POs Awaiting Approval',
    align: 'right',
    width: '12rem',
    cell: (show) => <Waiting count={show.awaitingApprovalCount} />,
  },
];

/** Opens Edit Show, for users with FULL Show (SH-52). */
function editColumn(onEdit: (show: MyShow) => void): TableColumn<MyShow> {
  return {
    id: 'edit',
    name: 'Actions',
    hideName: true,
    width: '5rem',
    align: 'right',
    cell: (show) =>
      show.mayEdit ? (
        <IconButton label={`Edit ${show.name}`} onPress={() => onEdit(show)}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
      ) : null,
  };
}

/** My Shows: find and open a show (SH-47 to SH-53). */
export function MyShows() {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const searchText = useSearchText(search);
  const navigate = useNavigate();
  const openShow = useOpenShow();
  const { can } = useSession();
  const [edited, setEdited] = useState<MyShow | null>(null);
  const mayEdit = can('Show', 'FULL');
  const shown = useMemo(() => (mayEdit ? [...columns, editColumn(setEdited)] : columns), [mayEdit]);
  const phone = useIsPhone();
  const count = pageSize.shows;
  const query = { page: String(page), count: String(count), search: searchText };
  const { data, error, isLoading, isValidating, mutate } = useSWR(
    keys.shows(page, searchText),
    () => ask(api.api.users.shows.$get({ query })),
    { keepPreviousData: true },
  );
  useTitle('My Shows');
  const searchField = useRef<HTMLInputElement>(null);
  const clearSearch = () => {
    setSearch('');
    searchField.current?.focus();
  };
  const open = async (show: ShowSummary) => {
    if (await openShow(show)) await navigate('/approvals');
  };
  const empty = searchText ? (
    <EmptyState action={<Button onPress={clearSearch}>Clear Search</Button>}>
      {`No show matches “${searchText}”.`}
    </EmptyState>
  ) : (
    <EmptyState>{noneListed}</EmptyState>
  );
  const list = phone ? (
    <ShowCards
      shows={data?.shows}
      onOpen={(show) => void open(show)}
      onEdit={mayEdit ? setEdited : null}
      empty={empty}
    />
  ) : (
    <Table
      label="My Shows"
      columns={shown}
      items={data?.shows}
      onOpen={(show) => void open(show)}
      isStale={isLoading && data !== undefined}
      empty={empty}
    />
  );
  return (
    <>
      <div className="gutter">
        <PageHeader title="My Shows">
          <SearchField
            inputRef={searchField}
            label={searchHint}
            placeholder={searchHint}
            value={search}
            onChange={(text) => {
              setSearch(text);
              setPage(1);
            }}
            className="w-80 max-sm:w-full"
          />
        </PageHeader>
      </div>
      {error === undefined || isLoading ? (
        list
      ) : (
        <LoadFailure
          text={texts.showsFailed}
          onRetry={() => void mutate()}
          isBusy={isValidating}
          error={error}
        />
      )}
      <div className="gutter">
        <Pagination page={page} count={count} total={data?.total ?? 0} onPage={setPage} />
      </div>
      <EditShowDialog show={edited} onClose={() => setEdited(null)} />
    </>
  );
}
