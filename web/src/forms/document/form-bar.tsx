import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from '../../parts/button.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';

/** What shall happen once the work is saved (PO-13). */
export type AfterSave = 'draft' | 'new' | 'duplicate' | 'review';

/** The choices of `Save...`, in their order (PO-17). */
const choices = [
  { after: 'draft', text: 'Save as Draft' },
  { after: 'new', text: 'Save & Create New' },
  { after: 'duplicate', text: 'Save & Duplicate' },
] as const satisfies readonly { after: AfterSave; text: string }[];

export interface FormBarProps {
  /** What the document comes to, always in sight (LI-37). */
  total: ReactNode;
  /** DEC-76: hidden in an approver's edit. */
  hasSaveMenu: boolean;
  /** PO-17: whether the user may create another one; a change order is saved as a draft only (DEC-76). */
  mayCreate: boolean;
  onDiscard: (() => void) | null;
  onVoid: (() => void) | null;
  onCancel: () => void;
  onSave: (after: AfterSave) => void;
  busy: AfterSave | null;
  /** Why nothing can be saved just now. */
  reason: string | null;
}

function SaveMenu(props: FormBarProps) {
  const { busy, mayCreate } = props;
  return (
    <Menu
      label="Save"
      placement="top end"
      trigger={
        <Button
          isPending={busy !== null && busy !== 'review'}
          isDisabled={busy !== null}
          reason={props.reason}
        >
          Save...
          <ChevronDown aria-hidden className="size-4" />
        </Button>
      }
    >
      {choices
        .filter(({ after }) => after === 'draft' || mayCreate)
        .map(({ after, text }) => (
          <MenuItem key={after} id={after} onAction={() => props.onSave(after)}>
            {text}
          </MenuItem>
        ))}
    </Menu>
  );
}

/** PO-16 to PO-20, DEC-76: what can be done with the form, and its total always in sight. */
export function FormBar(props: FormBarProps) {
  const { busy, reason } = props;
  return (
    <footer className="sticky bottom-0 z-10 border-t border-line bg-surface-raised">
      <div className="gutter mx-auto flex max-w-[1200px] flex-wrap items-center gap-2 py-2.5">
        <Button look="quiet" isDisabled={busy !== null} onPress={props.onCancel}>
          Cancel
        </Button>
        {props.onDiscard ? (
          <Button look="danger" isDisabled={busy !== null} onPress={props.onDiscard}>
            Discard
          </Button>
        ) : null}
        {props.onVoid ? (
          <Button look="danger" isDisabled={busy !== null} onPress={props.onVoid}>
            Void
          </Button>
        ) : null}
        <div className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full">{props.total}</div>
        {/* On a phone the acts that end the document take a row of their own. */}
        <div
          className={`flex gap-2 max-sm:grow max-sm:[&>*]:grow ${props.onDiscard || props.onVoid ? 'max-sm:basis-full' : ''}`}
        >
          {props.hasSaveMenu ? <SaveMenu {...props} /> : null}
          <Button
            look="primary"
            isPending={busy === 'review'}
            isDisabled={busy !== null}
            reason={reason}
            onPress={() => props.onSave('review')}
          >
            {'Save & Review'}
          </Button>
        </div>
      </div>
    </footer>
  );
}
