import { TriangleAlert, X } from 'lucide-react';
import { Tag, TagGroup, TagList } from 'react-aria-components/TagGroup';
import { Button } from 'react-aria-components/Button';

export interface RemovableChip {
  id: string;
  text: string;
  /** The problem of this value; it is then shown in red. */
  problem?: string | null;
}

const chipLooks = {
  right: 'border-line bg-surface-raised',
  wrong: 'border-negative bg-negative-soft text-negative',
} as const;

/**
 * Chips for applied filters or e-mail recipients. Each can be removed by its cross or with Delete, unless `onRemove` is
 * null.
 */
export function ChipList(props: {
  label: string;
  items: readonly RemovableChip[];
  onRemove: ((id: string) => void) | null;
}) {
  const { onRemove } = props;
  return (
    <TagGroup
      className="max-w-full min-w-0"
      aria-label={props.label}
      {...(onRemove && { onRemove: (ids) => [...ids].forEach((id) => onRemove(String(id))) })}
    >
      <TagList items={props.items} className="flex flex-wrap gap-1.5">
        {(item) => (
          <Tag
            textValue={item.text}
            className={`touch:h-11 flex h-6.5 max-w-full items-center gap-1 rounded-sm border pl-2 text-sm ${onRemove ? '' : 'pr-2'} ${chipLooks[item.problem ? 'wrong' : 'right']}`}
          >
            {item.problem ? <TriangleAlert aria-label={item.problem} className="size-3.5 shrink-0" /> : null}
            <span title={item.text} className="max-w-80 min-w-0 truncate">
              {item.text}
            </span>
            {onRemove ? (
              <Button
                slot="remove"
                className="touch:-my-px touch:h-11 touch:w-11 grid h-full w-6 shrink-0 cursor-pointer place-items-center text-ink-muted data-hovered:text-ink"
              >
                <X aria-hidden className="size-3.5" />
              </Button>
            ) : null}
          </Tag>
        )}
      </TagList>
    </TagGroup>
  );
}
