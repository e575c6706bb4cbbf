import { useState } from 'react';
import { useSearchParams } from 'react-router';
import useSWR from 'swr';
import { pageSize } from '#domain/lists/lists';
import { api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { useSearchText } from '../../../parts/hooks/use-debounced.ts';
import { useSession } from '../../../session/session.tsx';
import { texts } from '../../../texts.ts';
import { ManagedList } from '../managed-form/managed-list.tsx';
import { EditShowDialog } from './edit-show-dialog.tsx';

type ShowRow = Awaited<ReturnType<typeof readPage>>['shows'][number];

function readPage(showId: string, page: number, search: string) {
  const query = { showId, page: String(page), count: String(pageSize.shows), search };
  return ask(api.api.shows.$get({ query }));
}

const columns: readonly TableColumn<ShowRow>[] = [
  {
    id: 'name',
    name: 'Show Name',
    isRowHeader: true,
    cell: (show) => <span className="font-medium">{show.name}</span>,
  },
  { id: 'license', name: 'License #', width: '14rem', cell: (show) => show.license },
  { id: 'studio', name: 'Studio / Division', cell: (show) => show.studioDivision.name },
];

/** The shows that the user may see (DEC-11). A row opens Edit Show. `Add Show` needs FULL Internal (SH-66, DEC-92). */
export function Shows() {
  const { show: open, can } = useSession();
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const searchText = useSearchText(search);
  const { data, error, isLoading, isValidating, mutate } = useSWR(
    keys.managed(open.id, 'shows', searchText, page),
    () => readPage(open.id, page, searchText),
    { keepPreviousData: true },
  );
  const edited = data?.shows.find(({ id }) => id === params.get('edit')) ?? null;
  const close = () =>
    setParams(
      (before) => {
        before.delete('edit');
        return before;
      },
      { replace: true },
    );
  return (
    <>
      <ManagedList
        title="Shows"
        columns={columns}
        items={data?.shows}
        hrefOf={({ id }) => `/setup/shows?edit=${id}`}
        renderCard={(show) => (
          <>
            <span className="block truncate font-medium">{show.name}</span>
            <span className="block truncate text-sm text-ink-muted">
              {[show.license, show.studioDivision.name].filter(Boolean).join(' · ')}
            </span>
          </>
        )}
        add={can('Internal', 'FULL') ? { text: 'Add Show', href: '/setup/shows/new' } : null}
        search={{
          label: 'Search by name or license',
          value: search,
          onChange: (text) => {
            setSearch(text);
            setPage(1);
          },
        }}
        empty="No shows yet."
        failure={
          error === undefined || isLoading
            ? null
            : { text: texts.showsFailed, onRetry: () => void mutate(), isBusy: isValidating, error }
        }
        pages={{ page, count: pageSize.shows, total: data?.total ?? 0, onPage: setPage }}
      />
      <EditShowDialog show={edited} onClose={close} />
    </>
  );
}
