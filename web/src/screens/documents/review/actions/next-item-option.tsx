import { Checkbox } from '../../../../parts/fields/checkbox.tsx';
import { MenuItem } from '../../../../parts/overlays/menu.tsx';
import { useSession } from '../../../../session/session.tsx';
import type { useQueue } from './use-approval-queue.ts';

type QueueCount = Pick<ReturnType<typeof useQueue>, 'others' | 'isOwnTurn'>;

const label = 'Display Next Item Needing Approval';

/** How many documents remain in the queue after this one, as the tabs count them. */
function leftText({ others, isOwnTurn }: QueueCount): string {
  // Keeps its place until the number is known, so that the bar does not grow under the pointer (REV-08).
  if (others === undefined) return '\u00a0';
  if (others === 0) return isOwnTurn ? 'The last one waiting for you' : 'Nothing waits for you';
  return `${others} more waiting for you`;
}

/** The option to open the next document, with the number of remaining ones (PE-21). */
export function NextItemOption(props: QueueCount) {
  const { showNextItem, setShowNextItem } = useSession();
  return (
    <Checkbox label={label} isSelected={showNextItem} onChange={setShowNextItem} hint={leftText(props)} />
  );
}

/** The same as an entry of the menu (REV-02). */
export function useNextItemEntry(props: QueueCount) {
  const { showNextItem, setShowNextItem } = useSession();
  return (
    <MenuItem
      key="next-item"
      id="next-item"
      textValue={label}
      chosen={showNextItem}
      onAction={() => setShowNextItem(!showNextItem)}
    >
      {label}
      <span className="block text-xs text-ink-muted">{leftText(props)}</span>
    </MenuItem>
  );
}
