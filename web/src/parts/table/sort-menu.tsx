import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { Direction } from '#domain/lists/lists';
import { Button } from '../controls/button.tsx';
import { Menu, MenuItem, MenuSection } from '../overlays/menu.tsx';

const directions: readonly { id: Direction; text: string }[] = [
  { id: 'ASC', text: 'Ascending' },
  { id: 'DESC', text: 'Descending' },
];

/** The sort menu of cards, and of columns that a narrow table leaves out. */
export function SortMenu<Type extends string>(props: {
  options: readonly { id: Type; text: string }[];
  sort: { type: Type; direction: Direction };
  onSort: (sort: { type: Type; direction: Direction }) => void;
}) {
  const { options, sort, onSort } = props;
  const by = options.find(({ id }) => id === sort.type)?.text ?? '';
  const order = directions.find(({ id }) => id === sort.direction)?.text.toLowerCase() ?? '';
  const Arrow = sort.direction === 'ASC' ? ArrowUp : ArrowDown;
  return (
    <Menu
      label="Sort"
      trigger={
        <Button aria-label={`Sort: ${by}, ${order}`}>
          <ArrowUpDown aria-hidden className="size-4 sm:hidden" />
          <span>
            <span className="sm:hidden">Sort: </span>
            {by}
          </span>
          <Arrow aria-hidden className="size-3.5 text-ink-muted" />
        </Button>
      }
    >
      <MenuSection title="Sort by">
        {options.map(({ id, text }) => (
          <MenuItem
            key={id}
            id={id}
            chosen={id === sort.type}
            onAction={() => onSort({ type: id, direction: sort.direction })}
          >
            {text}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSection title="Order">
        {directions.map(({ id, text }) => (
          <MenuItem
            key={id}
            id={id}
            chosen={id === sort.direction}
            onAction={() => onSort({ type: sort.type, direction: id })}
          >
            {text}
          </MenuItem>
        ))}
      </MenuSection>
    </Menu>
  );
}
