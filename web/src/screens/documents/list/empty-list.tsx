import { Suspense, useState } from 'react';
import { Plus } from 'lucide-react';
import type { DocType, Persona } from '#domain/document';
import { statusTab, statusTabs } from '#domain/lists/lists';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { RequirePermission } from '../../../session/require-permission.tsx';
import { useCounts } from '../../../session/waiting-counts.ts';
import { kinds } from '../paths.ts';
import { filterCount, noFilters } from './filters/filter-parts.ts';
import type { ListDefinition, ListRow } from './list-definition.ts';
import type { ListQuery } from './list-query.ts';

export interface EmptyListProps<Type extends DocType, Row extends ListRow, Filters> {
  kind: ListDefinition<Type, Row, Filters>;
  persona: Persona;
  query: ListQuery<Type, Filters>;
  change: (part: Partial<ListQuery<Type, Filters>>) => void;
}

/** Offered to users who approve nothing in the show. */
function CreateFirst({ docType }: { docType: DocType }) {
  const { data } = useCounts();
  const { title, home, create } = kinds[docType];
  if (create === null || data?.approver !== false) return null;
  return (
    <RequirePermission permission={create} level="FULL">
      <ButtonLink look="primary" href={`${home}/create`}>
        <Plus aria-hidden className="size-4" />
        {`New ${title}`}
      </ButtonLink>
    </RequirePermission>
  );
}

// Only an empty queue needs it.
const OtherQueues = lazyPart(async () => (await import('../other-queues.tsx')).OtherQueues);

/** The next step from an empty list: the creator's list for an approver, all statuses, or a new document. */
function NextStep<Type extends DocType, Row extends ListRow, Filters>(
  props: EmptyListProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change } = props;
  const { plural, title, home, create } = kinds[kind.docType];
  const [all] = statusTabs[kind.docType].CREATOR;
  // All statuses, because the user may look for a document that was just approved.
  if (persona === 'APPROVER')
    return (
      <div className="flex flex-wrap justify-center gap-2">
        <Suspense>
          <OtherQueues docType={kind.docType} />
        </Suspense>
        <CreateFirst docType={kind.docType} />
        <ButtonLink href={`${home}?status=${all.key}`}>{`Go to ${plural}`}</ButtonLink>
      </div>
    );
  if (statusTab(kind.docType, persona, query.status).key !== all.key)
    return <Button onPress={() => change({ status: all.key })}>{all.label}</Button>;
  if (create === null) return null;
  return (
    <RequirePermission permission={create} level="FULL">
      <ButtonLink href={`${home}/create`}>{`New ${title}`}</ButtonLink>
    </RequirePermission>
  );
}

/** How many documents that wait for the user are hidden by the filters of an empty queue. */
function useHidden<Type extends DocType, Row extends ListRow, Filters>(
  props: EmptyListProps<Type, Row, Filters>,
): number {
  const { data } = useCounts();
  const { docType } = props.kind;
  const isQueue =
    props.persona === 'APPROVER' && statusTab(docType, 'APPROVER', props.query.status).key === 'in-progress';
  return isQueue ? (data?.awaitingApproval[kinds[docType].code] ?? 0) : 0;
}

const SearchDialog = lazyPart(async () => (await import('../../search/search-dialog.tsx')).SearchDialog);

/** A vendor or an amount, typed into the search by number, is found by the global search (CMD-09). */
function SearchEverything({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <span className="max-w-64 truncate">{`Search everything for “${text}”`}</span>
      </Button>
      {isOpen ? (
        <LazyOverlay onClose={() => setOpen(false)}>
          <SearchDialog initialText={text} onClose={() => setOpen(false)} />
        </LazyOverlay>
      ) : null}
    </>
  );
}

/** The message of an empty list, with the next step. */
export function EmptyList<Type extends DocType, Row extends ListRow, Filters>(
  props: EmptyListProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change } = props;
  const { parts } = kind.filters;
  const isFiltered = filterCount(parts, query.filters) > 0 || query.number !== '';
  const hidden = useHidden(props);
  const { noun, plural } = kinds[kind.docType];
  const clearFilters = (
    <>
      {hidden > 0 ? (
        <p className="font-medium text-ink">
          {hidden === 1
            ? `The filters hide 1 ${noun} waiting for you.`
            : `The filters hide ${hidden} ${plural.toLowerCase()} waiting for you.`}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-center gap-2">
        {query.number === '' ? null : <SearchEverything text={query.number} />}
        <Button onPress={() => change({ filters: noFilters(parts), number: '' })}>Clear Filters</Button>
      </div>
    </>
  );
  return (
    <EmptyState action={isFiltered ? clearFilters : <NextStep {...props} />}>
      {kind.empty[persona]}
    </EmptyState>
  );
}
