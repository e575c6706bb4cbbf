import { useRef } from 'react';
import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { LoadFailure, PageHeader, RowCard } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { PageTabs } from '../../../parts/page/page-tabs.tsx';
import type { PageTab } from '../../../parts/page/page-tabs.tsx';
import { Pagination } from '../../../parts/table/pagination.tsx';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { SearchField } from '../../../parts/fields/text-field.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';

interface ManagedListProps<Item extends { id: string }> {
  /** The title of the page, the browser tab and the table, such as `Departments`. */
  title: string;
  columns: readonly TableColumn<Item>[];
  /** The items of the page, after search and paging. Undefined while loading. */
  items: readonly Item[] | undefined;
  /** The path of an item's form. */
  hrefOf: (item: Item) => string;
  /** A row on a phone, rendered inside a link (UX-09). */
  renderCard: (item: Item) => ReactNode;
  /** Absent if the user may only read (DEC-92). */
  add?: { text: string; href: string } | null;
  search?: { label: string; value: string; onChange: (text: string) => void };
  /** Shown for an empty list without a search. With a search the text begins with `Nothing found.` */
  empty: string;
  /** Null unless the list failed to load. */
  failure: { text: string; onRetry: () => void; isBusy: boolean; error: unknown } | null;
  pages?: { page: number; count: number; total: number; onPage: (page: number) => void };
  tabs?: { label: string; tabs: readonly PageTab[]; selected: string };
  /** What needs attention, above the list. */
  note?: ReactNode;
}

function Add(props: { add: NonNullable<ManagedListProps<never>['add']> }) {
  return (
    <ButtonLink look="primary" href={props.add.href}>
      <Plus aria-hidden className="size-4" />
      {props.add.text}
    </ButtonLink>
  );
}

function isEmpty<Item extends { id: string }>({ items, search }: ManagedListProps<Item>): boolean {
  return items?.length === 0 && (search?.value.trim() ?? '') === '';
}

/** The list of a management area (DEC-92): header with search and `Add`, rows that open, cards on a phone, pages. */
export function ManagedList<Item extends { id: string }>(props: ManagedListProps<Item>) {
  const { title, search, pages, tabs } = props;
  useTitle(title);
  const searchField = useRef<HTMLInputElement>(null);
  const clearSearch = () => {
    search?.onChange('');
    searchField.current?.focus();
  };
  // An empty list shows the button next to its explanation instead.
  const add = isEmpty(props) ? null : props.add;
  const list = (
    <>
      {props.failure ? <LoadFailure {...props.failure} /> : <Items {...props} onClearSearch={clearSearch} />}
      <div className="gutter">{pages ? <Pagination {...pages} /> : null}</div>
    </>
  );
  return (
    <>
      <div className="gutter">
        <PageHeader title={title} acts={add ? <Add add={add} /> : null}>
          {search ? (
            <SearchField
              {...search}
              inputRef={searchField}
              placeholder={search.label}
              className="w-64 max-sm:w-full"
            />
          ) : null}
        </PageHeader>
      </div>
      {props.note}
      {tabs ? <PageTabs {...tabs}>{list}</PageTabs> : list}
    </>
  );
}

const waiting = Array.from({ length: 6 }, (_, index) => `card-${index}`);

function Items<Item extends { id: string }>(props: ManagedListProps<Item> & { onClearSearch: () => void }) {
  const { items, hrefOf, add } = props;
  const phone = useIsPhone();
  if (isEmpty(props)) {
    return <EmptyState action={add ? <Add add={add} /> : null}>{props.empty}</EmptyState>;
  }
  if (items?.length === 0) {
    return (
      <EmptyState action={<Button onPress={props.onClearSearch}>Clear Search</Button>}>
        Nothing found. Try other words.
      </EmptyState>
    );
  }
  if (!phone) {
    return <Table label={props.title} columns={props.columns} items={items} hrefOf={hrefOf} empty={null} />;
  }
  return (
    <ul
      aria-label={props.title}
      aria-busy={items === undefined}
      className={`gutter grid grid-cols-1 gap-2 pb-4 ${props.tabs ? 'pt-4' : ''}`}
    >
      {items
        ? items.map((item) => (
            <li key={item.id}>
              <RowCard href={hrefOf(item)}>{props.renderCard(item)}</RowCard>
            </li>
          ))
        : waiting.map((id) => <li key={id} className="h-16 animate-skeleton rounded-lg bg-ink-soft" />)}
    </ul>
  );
}

/** Shows whether an item is active. Only inactive ones are emphasized. */
export function ActiveMark(props: { isActive: boolean }) {
  return props.isActive ? (
    <span className="text-ink-muted">Active</span>
  ) : (
    <Chip shape="cross">Inactive</Chip>
  );
}
