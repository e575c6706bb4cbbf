import { useRef } from 'react';
import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical, Trash2 } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { useDrag } from 'react-aria-components/useDrag';
import { useDrop } from 'react-aria-components/useDrop';
import type { TemplateType } from '#domain/document';
import { stepName } from '#domain/workflow/workflow-template';
import { IconButton } from '../../../parts/controls/button.tsx';
import { Menu, MenuItem } from '../../../parts/overlays/menu.tsx';
import type { Approver } from './calls.ts';
import type { StepDraft } from './workflow-draft.ts';
import { StepFields } from './step-fields.tsx';

interface Props {
  type: TemplateType;
  step: StepDraft;
  /** The index of the step among `count`. */
  index: number;
  count: number;
  people: readonly Approver[];
  isListFailed: boolean;
  isListComing: boolean;
  isReadOnly: boolean;
  /** The step was just added. */
  startsFocused: boolean;
  errorAt: (field: string) => string | null;
  onChange: (change: Partial<StepDraft>) => void;
  onMove: (key: string, to: number) => void;
  onRemove: () => void;
}

/** A private type, so that only steps of this form can be dropped. */
const dragType = 'application/x-backlot-step';

function StepMenu(props: Props & { title: string }) {
  const { step, index, count, title, onMove } = props;
  return (
    <Menu
      label={`${title}: actions`}
      trigger={
        <IconButton label={`${title}: actions`} isDisabled={props.isReadOnly}>
          <EllipsisVertical aria-hidden className="size-4" />
        </IconButton>
      }
    >
      <MenuItem
        id="up"
        icon={<ArrowUp aria-hidden className="size-4" />}
        reason={index === 0 ? 'It is the first step.' : null}
        onAction={() => onMove(step.key, index - 1)}
      >
        Move up
      </MenuItem>
      <MenuItem
        id="down"
        icon={<ArrowDown aria-hidden className="size-4" />}
        reason={index === count - 1 ? 'It is the last step.' : null}
        onAction={() => onMove(step.key, index + 1)}
      >
        Move down
      </MenuItem>
      <MenuItem id="remove" danger icon={<Trash2 aria-hidden className="size-4" />} onAction={props.onRemove}>
        Remove
      </MenuItem>
    </Menu>
  );
}

/** A step. A step dropped on it takes its place. With the keyboard: Enter, Tab, Enter. */
export function StepCard(props: Props) {
  const { step, index, isReadOnly, onMove } = props;
  const card = useRef<HTMLDivElement>(null);
  const title = `Step ${index + 1}`;
  const { dragProps, dragButtonProps, isDragging } = useDrag({
    hasDragButton: true,
    isDisabled: isReadOnly,
    getItems: () => [{ [dragType]: step.key }],
    getAllowedDropOperations: () => ['move'],
  });
  const { dropProps, isDropTarget } = useDrop({
    ref: card,
    isDisabled: isReadOnly,
    getDropOperation: (types) => (types.has(dragType) ? 'move' : 'cancel'),
    onDrop: ({ items }) => {
      for (const item of items) {
        if (item.kind !== 'text' || !item.types.has(dragType)) continue;
        void item.getText(dragType).then((key) => onMove(key, index));
      }
    },
  });
  return (
    <div
      ref={card}
      role="group"
      aria-label={title}
      tabIndex={-1}
      {...dropProps}
      className={`rounded-lg border bg-surface-raised ${isDropTarget && !isDragging ? 'border-accent outline-2 outline-accent' : 'border-line'} ${isDragging ? 'opacity-50' : ''}`}
    >
      <div
        {...dragProps}
        className={`flex items-center gap-2 border-b border-line py-1.5 pr-1.5 pl-1.5 ${isReadOnly ? '' : 'cursor-grab'}`}
      >
        <AriaButton
          {...dragButtonProps}
          aria-label={`Move ${title.toLowerCase()}`}
          isDisabled={isReadOnly}
          className="touch:size-11 grid size-7 shrink-0 cursor-grab place-items-center rounded-sm text-ink-muted disabled:cursor-default disabled:opacity-40 data-hovered:bg-surface-pressed"
        >
          <GripVertical aria-hidden className="size-4" />
        </AriaButton>
        <span className="figures grid size-6 shrink-0 place-items-center rounded-full bg-ink-soft text-xs font-semibold">
          {index + 1}
        </span>
        <span className="min-w-0 flex-1 truncate font-medium">{stepName(step, index)}</span>
        <StepMenu {...props} title={title} />
      </div>
      <StepFields {...props} />
    </div>
  );
}
