import { useCallback, useRef, useState } from 'react';
import useSWR from 'swr';
import { ChevronRight } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import type { DocType } from '#domain/document';
import { groupingOf, maxGroups } from '#domain/lists/list-columns';
import type { Grouping } from '#domain/lists/list-columns';
import type { ListGroup, ListGroups } from '#domain/lists/list-group';
import { formatDay } from '#domain/values/days';
import { toCents } from '#domain/values/money';
import { mustSucceed, send } from '../../../../api.ts';
import { keys } from '../../../../keys.ts';
import { useDateFormat } from '../../../../parts/display/date-format.tsx';
import { Money } from '../../../../parts/display/money.tsx';
import { LoadingContent } from '../../../../parts/page/skeleton.tsx';
import { LoadFailure } from '../../../../parts/page/card.tsx';
import { LoadMore } from '../../../../parts/table/load-more.tsx';
import { useSession } from '../../../../session/session.tsx';
import { kinds } from '../../paths.ts';
import { EmptyList } from '../empty-list.tsx';
import type { ListRow } from '../list-definition.ts';
import { listTexts } from '../messages.ts';
import { Rows } from '../rows.tsx';
import type { GroupedRowsProps } from '../rows.tsx';
import { useListPages, useRefreshOnChange } from '../use-list-pages.ts';
import { groupingNames, withoutValue } from './grouping-names.ts';

const paths = { PO: 'pos', INVOICE: 'invoices', PAYMENT: 'payments' } as const;

/** The groups of the list, over all its documents, from the server (VIEW-21). */
function useGroups<Type extends DocType, Row extends ListRow, Filters>(
  { kind, persona, query, onlyOwn }: GroupedRowsProps<Type, Row, Filters>,
  by: Grouping | null,
) {
  const { show, user } = useSession();
  const body = kind.filterBody({ showId: show.id, persona, userId: user.id, onlyOwn, query });
  const path = `/api/${paths[kind.docType]}/filter/groups?showId=${show.id}&persona=${persona}&by=${by}`;
  const key = by && keys.listSums(kind.docType, show.id, persona, [by, body]);
  const answer = useSWR<ListGroups>(
    key,
    async () => {
      const response = await send(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, showId: show.id }),
      });
      return (await mustSucceed(response)).json();
    },
    { keepPreviousData: true },
  );
  const { mutate } = answer;
  useRefreshOnChange(
    kind.docType,
    useCallback(() => void mutate(), [mutate]),
    show.id,
  );
  return answer;
}

function useGroupName(by: Grouping): (group: ListGroup) => string {
  const format = useDateFormat();
  return ({ key, name }) => {
    if (key === '') return withoutValue[by];
    if (by === 'WEEK') return `Week of ${formatDay(key, format)}`;
    return by === 'ACCOUNT' ? `${key} ${name}`.trim() : name;
  };
}

/** The rows of an open group. */
function GroupRows<Type extends DocType, Row extends ListRow, Filters>(
  props: GroupedRowsProps<Type, Row, Filters> & { group: { by: Grouping; key: string }; name: string },
) {
  const { kind, persona, query, change, onlyOwn, arrangement, group, name } = props;
  const box = useRef<HTMLDivElement>(null);
  const columns = arrangement?.fetched ?? '';
  const list = useListPages(kind, { persona, query, onlyOwn, columns, group, box }, () => undefined);
  if (list.failed)
    return (
      <LoadFailure
        text={listTexts.failed(kind.docType)}
        onRetry={list.refresh}
        isBusy={list.isRetrying}
        error={list.error}
      />
    );
  return (
    <div ref={box}>
      <Rows
        {...{ kind, persona, query, change, arrangement }}
        label={name}
        rows={list.rows}
        isStale={list.isStale}
        startsBelow
        picks={null}
        onChanged={list.refresh}
      />
      {list.hasMore ? (
        <LoadMore
          isLoading={list.isLoadingMore}
          onLoad={list.more}
          failure={list.moreFailed ? listTexts.failed(kind.docType) : null}
          onRetry={list.refresh}
        />
      ) : null}
    </div>
  );
}

/** One group with its count and sums; its rows load when it is opened. */
function Group<Type extends DocType, Row extends ListRow, Filters>(
  props: GroupedRowsProps<Type, Row, Filters> & {
    group: ListGroup;
    grouping: Grouping;
    name: string;
    isOpen: boolean;
    onToggle: () => void;
  },
) {
  const { group, grouping, name, isOpen, onToggle, ...list } = props;
  const { noun, plural } = kinds[list.kind.docType];
  const [filter] = useState(() => ({ by: grouping, key: group.key }));
  return (
    <section aria-label={name} className="border-b border-line">
      <h2>
        <AriaButton
          aria-expanded={isOpen}
          onPress={onToggle}
          className="gutter flex min-h-11 w-full cursor-pointer flex-wrap items-center gap-x-2 py-1 text-left outline-offset-[-2px] data-hovered:bg-surface-hover"
        >
          <ChevronRight
            aria-hidden
            className={`size-4 shrink-0 text-ink-muted ${isOpen ? 'rotate-90' : ''}`}
          />
          <span className="min-w-0 flex-1 truncate font-medium max-sm:min-w-3/4">{name}</span>
          <span className="figures text-sm text-ink-muted">
            {group.count === 1 ? `1 ${noun}` : `${group.count} ${plural.toLowerCase()}`}
          </span>
          {group.sums.map(({ currency, totalCost }) => (
            <span key={currency} className="min-w-32 text-right text-sm">
              <Money cents={toCents(totalCost)} currency={currency} className="font-medium" />
            </span>
          ))}
        </AriaButton>
      </h2>
      {isOpen ? <GroupRows {...list} group={filter} name={name} /> : null}
    </section>
  );
}

/** The list in groups that open and close (VIEW-20 to VIEW-23). */
export function GroupedRows<Type extends DocType, Row extends ListRow, Filters>(
  props: GroupedRowsProps<Type, Row, Filters>,
) {
  const { kind, persona, query, change } = props;
  const by = groupingOf(kind.docType, props.by);
  const { data, error, mutate, isValidating } = useGroups(props, by);
  const nameOf = useGroupName(by ?? 'VENDOR');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (by === null) return <EmptyList {...{ kind, persona, query, change }} />;
  if (error !== undefined && data === undefined)
    return (
      <LoadFailure
        text={listTexts.failed(kind.docType)}
        onRetry={() => void mutate()}
        isBusy={isValidating}
        error={error}
      />
    );
  if (data === undefined) return <LoadingContent />;
  if (data.groups.length === 0) return <EmptyList {...{ kind, persona, query, change }} />;
  const toggle = (key: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <div className="border-t border-line">
      {by === 'ACCOUNT' ? (
        <p className="gutter py-2 text-sm text-ink-muted">
          The sums are those of the lines with the account. A document is in each of its accounts.
        </p>
      ) : null}
      {data.isComplete ? null : (
        <p className="gutter py-2 text-sm">
          {`These are the first ${maxGroups} groups by ${groupingNames[by].toLowerCase()}. Filter the list to see others.`}
        </p>
      )}
      {data.groups.map((group) => (
        <Group
          key={`${by} ${group.key}`}
          {...props}
          group={group}
          grouping={by}
          name={nameOf(group)}
          isOpen={open.has(`${by} ${group.key}`)}
          onToggle={() => toggle(`${by} ${group.key}`)}
        />
      ))}
    </div>
  );
}
