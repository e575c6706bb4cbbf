import { Pencil } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { Chip } from '../../../parts/display/chip.tsx';

interface ListItem {
  id: string;
  name: string;
  isActive: boolean;
}

/** A short list whose rows open a dialog. Inactive items are marked and come last. */
export function EditList<Item extends ListItem>(props: {
  label: string;
  items: readonly Item[];
  /** A secondary line. */
  detailOf?: (item: Item) => string;
  /** Null if the user may only read (DEC-92). */
  onEdit: ((item: Item) => void) | null;
  /** Shown for an empty list: what the items are for. */
  empty: string;
}) {
  const { items, onEdit, detailOf } = props;
  if (items.length === 0) return <p className="text-ink-muted">{props.empty}</p>;
  const sorted = items.toSorted(
    (a, b) => Number(b.isActive) - Number(a.isActive) || a.name.localeCompare(b.name),
  );
  return (
    <ul aria-label={props.label} className="-my-2 divide-y divide-line">
      {sorted.map((item) => {
        const text = (
          <>
            <span className="min-w-0 flex-1">
              <span className={`block truncate ${item.isActive ? 'font-medium' : 'text-ink-muted'}`}>
                {item.name}
              </span>
              {detailOf ? (
                <span className="block text-sm break-words text-ink-muted">{detailOf(item)}</span>
              ) : null}
            </span>
            {item.isActive ? null : <Chip shape="cross">Inactive</Chip>}
          </>
        );
        return (
          <li key={item.id} className="py-1">
            {onEdit ? (
              <Button
                onPress={() => onEdit(item)}
                className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] cursor-pointer items-center gap-3 rounded-md px-2 py-1 text-left data-hovered:bg-surface-hover data-pressed:bg-surface-pressed"
              >
                <span className="sr-only">Edit </span>
                {text}
                <Pencil aria-hidden className="size-4 shrink-0 text-ink-muted" />
              </Button>
            ) : (
              <span className="flex min-h-11 items-center gap-3">{text}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}
