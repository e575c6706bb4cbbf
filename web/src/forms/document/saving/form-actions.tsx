import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from '../../../parts/controls/button.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { ariaKeys } from '../../../parts/keyboard/shortcuts.ts';
import { Menu, MenuItem } from '../../../parts/overlays/menu.tsx';

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
  /** IN-13: it can be saved, and not be submitted. On a phone its section alone says so. */
  lacksFiles: boolean;
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

interface Acts {
  cancel: () => void;
  discard: () => void;
  void: () => void;
  save: (after: AfterSave) => void;
}

/** The same functions for the life of the bar: its buttons are not drawn again with every key that changes the total. */
function useActs(props: FormBarProps): Acts {
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  return useMemo(
    () => ({
      cancel: () => latest.current.onCancel(),
      discard: () => latest.current.onDiscard?.(),
      void: () => latest.current.onVoid?.(),
      save: (after) => latest.current.onSave(after),
    }),
    [],
  );
}

const Endings = memo((props: { acts: Acts; isBusy: boolean; mayDiscard: boolean; mayVoid: boolean }) => {
  const { acts, isBusy } = props;
  return (
    <>
      <Button look="quiet" isDisabled={isBusy} onPress={acts.cancel}>
        Cancel
      </Button>
      {props.mayDiscard ? (
        <Button look="danger" isDisabled={isBusy} onPress={acts.discard}>
          Discard
        </Button>
      ) : null}
      {props.mayVoid ? (
        <Button look="danger" isDisabled={isBusy} onPress={acts.void}>
          Void
        </Button>
      ) : null}
    </>
  );
});

type SavesProps = Pick<FormBarProps, 'hasSaveMenu' | 'mayCreate' | 'busy' | 'reason'> & { acts: Acts };

function SaveMenu(props: SavesProps) {
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
          <MenuItem key={after} id={after} onAction={() => props.acts.save(after)}>
            {text}
          </MenuItem>
        ))}
    </Menu>
  );
}

const Saves = memo((props: SavesProps) => {
  const { acts, busy, reason } = props;
  return (
    <>
      {props.hasSaveMenu ? <SaveMenu {...props} /> : null}
      <Button
        look="primary"
        aria-keyshortcuts={ariaKeys('save')}
        isPending={busy === 'review'}
        isDisabled={busy !== null}
        reason={reason}
        onPress={() => acts.save('review')}
      >
        {'Save & Review'}
      </Button>
    </>
  );
});

/** PO-16 to PO-20, DEC-76: what can be done with the form, and its total always in sight. */
export function FormBar(props: FormBarProps) {
  const { busy, reason, hasSaveMenu, mayCreate } = props;
  const acts = useActs(props);
  const mayDiscard = props.onDiscard !== null;
  const mayVoid = props.onVoid !== null;
  return (
    <footer data-page-bar className="sticky bottom-0 z-10 border-t border-line bg-surface-raised">
      <div className="gutter form-width mx-auto flex flex-wrap items-center gap-2 py-2.5">
        <Endings acts={acts} isBusy={busy !== null} mayDiscard={mayDiscard} mayVoid={mayVoid} />
        {props.lacksFiles ? (
          <div className="max-sm:hidden">
            <Chip tone="caution" shape="triangle">
              Attachment needed to submit
            </Chip>
          </div>
        ) : null}
        <div className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full max-[22rem]:order-none max-[22rem]:basis-0">
          {props.total}
        </div>
        {/* On a phone the acts that end the document take a row of their own. */}
        <div
          className={`flex gap-2 max-sm:grow max-sm:[&>*]:grow ${mayDiscard || mayVoid ? 'max-sm:basis-full' : ''}`}
        >
          <Saves acts={acts} hasSaveMenu={hasSaveMenu} mayCreate={mayCreate} busy={busy} reason={reason} />
        </div>
      </div>
    </footer>
  );
}
