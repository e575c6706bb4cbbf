import { Plus } from 'lucide-react';
import type { DocType, Persona } from '#domain/document';
import { statusTab, statusTabs } from '#domain/lists/lists';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { Gate } from '../../../session/require-permission.tsx';
import { useCounts } from '../../../session/waiting-counts.ts';
import { kinds } from '../paths.ts';
import { filterCount, noFilters } from './filters/filter-parts.ts';
import type { ListKind, ListRow } from './list-definition.ts';
import type { ListQuery } from './list-query.ts';

interface NothingProps<Type extends DocType, Row extends ListRow, Filters> {
  kind: ListKind<Type, Row, Filters>;
  persona: Persona;
  query: ListQuery<Type, Filters>;
  change: (part: Partial<ListQuery<Type, Filters>>) => void;
}

/** Whoever approves nothing in the show has come here to raise something. */
function Begin({ docType }: { docType: DocType }) {
  const { data } = useCounts();
  const { title, home, create } = kinds[docType];
  if (create === null || data?.approver !== false) return null;
  return (
    <Gate permission={create} level="FULL">
      <ButtonLink look="primary" href={`${home}/create`}>
        <Plus aria-hidden className="size-4" />
        {`New ${title}`}
      </ButtonLink>
    </Gate>
  );
}

/** Where there may be more: an approver's own list, a creator's other statuses; and where there is nothing, a first one. */
function NextStep<Type extends DocType, Row extends ListRow, Filters>(
  props: NothingProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change } = props;
  const { plural, title, home, create } = kinds[kind.docType];
  const [all] = statusTabs[kind.docType].CREATOR;
  // In whatever state it is: what was just approved is looked for, too.
  if (persona === 'APPROVER')
    return (
      <div className="flex flex-wrap justify-center gap-2">
        <Begin docType={kind.docType} />
        <ButtonLink href={`${home}?status=${all.key}`}>{`Go to ${plural}`}</ButtonLink>
      </div>
    );
  if (statusTab(kind.docType, persona, query.status).key !== all.key)
    return <Button onPress={() => change({ status: all.key })}>{all.label}</Button>;
  if (create === null) return null;
  return (
    <Gate permission={create} level="FULL">
      <ButtonLink href={`${home}/create`}>{`New ${title}`}</ButtonLink>
    </Gate>
  );
}

/** Of an empty queue: how many of what waits for the user its filters hide. */
function useHidden<Type extends DocType, Row extends ListRow, Filters>(
  props: NothingProps<Type, Row, Filters>,
): number {
  const { data } = useCounts();
  const { docType } = props.kind;
  const isQueue =
    props.persona === 'APPROVER' && statusTab(docType, 'APPROVER', props.query.status).key === 'in-progress';
  return isQueue ? (data?.awaitingApproval[kinds[docType].code] ?? 0) : 0;
}

/** An empty list, and the way on from it. */
export function Nothing<Type extends DocType, Row extends ListRow, Filters>(
  props: NothingProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change } = props;
  const { parts } = kind.filters;
  const narrowed = filterCount(parts, query.filters) > 0 || query.number !== '';
  const hidden = useHidden(props);
  const { noun, plural } = kinds[kind.docType];
  const unfilter = (
    <>
      {hidden > 0 ? (
        <p className="font-medium text-ink">
          {hidden === 1
            ? `The filters hide 1 ${noun} waiting for you.`
            : `The filters hide ${hidden} ${plural.toLowerCase()} waiting for you.`}
        </p>
      ) : null}
      <Button onPress={() => change({ filters: noFilters(parts), number: '' })}>Clear Filters</Button>
    </>
  );
  return (
    <EmptyState action={narrowed ? unfilter : <NextStep {...props} />}>{kind.empty[persona]}</EmptyState>
  );
}
