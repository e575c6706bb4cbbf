import type { ReactNode } from 'react';
import { Plus } from 'lucide-react';
import { ButtonLink } from '../../parts/button.tsx';
import { EmptyState, LoadFailure, PageHead, RowCard } from '../../parts/card.tsx';
import { Chip } from '../../parts/chip.tsx';
import { Pager } from '../../parts/pager.tsx';
import { Loading } from '../../parts/spinner.tsx';
import { Table } from '../../parts/table.tsx';
import type { TableColumn } from '../../parts/table.tsx';
import { SearchField } from '../../parts/text-field.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { useIsPhone } from '../../parts/use-width.ts';

interface ManagedListProps<Item extends { id: string }> {
  /** Of the page, the browser tab and the table: `Departments`. */
  title: string;
  columns: readonly TableColumn<Item>[];
  /** Undefined while they load. The caller has searched them already, and cut them to the page. */
  items: readonly Item[] | undefined;
  /** Where an item is looked at and changed. */
  hrefOf: (item: Item) => string;
  /** What a row becomes on a phone (UX-09); it is drawn inside a link. */
  renderCard: (item: Item) => ReactNode;
  /** Left out where the user may only read (DEC-92). */
  add?: { text: string; href: string } | null;
  search?: { label: string; value: string; onChange: (text: string) => void };
  /** Shown where there is nothing; with a search, `Nothing found.` says so. */
  empty: string;
  /** Null unless the list could not be had. */
  failure: { text: string; onRetry: () => void; isBusy: boolean } | null;
  pages?: { page: number; count: number; total: number; onPage: (page: number) => void };
  /** Tabs and other choices, between the head and the list. */
  children?: ReactNode;
}

/** The list of a management area (DEC-92): head with search and `Add`, rows that open, cards on a phone, pages. */
export function ManagedList<Item extends { id: string }>(props: ManagedListProps<Item>) {
  const { title, search, add, pages } = props;
  useTitle(title);
  return (
    <>
      <div className="gutter">
        <PageHead title={title}>
          {search ? (
            <SearchField {...search} placeholder={search.label} className="w-64 max-sm:w-full" />
          ) : null}
          {add ? (
            <ButtonLink look="primary" href={add.href}>
              <Plus aria-hidden className="size-4" />
              {add.text}
            </ButtonLink>
          ) : null}
        </PageHead>
        {props.children}
      </div>
      {props.failure ? <LoadFailure {...props.failure} /> : <Items {...props} />}
      <div className="gutter">{pages ? <Pager {...pages} /> : null}</div>
    </>
  );
}

function Items<Item extends { id: string }>(props: ManagedListProps<Item>) {
  const { items, hrefOf } = props;
  const phone = useIsPhone();
  const isSearched = (props.search?.value.trim() ?? '') !== '';
  const empty = <EmptyState>{isSearched ? 'Nothing found.' : props.empty}</EmptyState>;
  if (!phone) {
    return <Table label={props.title} columns={props.columns} items={items} hrefOf={hrefOf} empty={empty} />;
  }
  if (items === undefined) return <Loading />;
  if (items.length === 0) return empty;
  return (
    <ul aria-label={props.title} className="gutter grid grid-cols-1 gap-2 pb-4">
      {items.map((item) => (
        <li key={item.id}>
          <RowCard href={hrefOf(item)}>{props.renderCard(item)}</RowCard>
        </li>
      ))}
    </ul>
  );
}

/** Whether something managed is in use. */
export function ActiveChip(props: { isActive: boolean }) {
  return props.isActive ? (
    <Chip tone="positive" shape="check">
      Active
    </Chip>
  ) : (
    <Chip shape="cross">Inactive</Chip>
  );
}
