import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { ReactNode } from 'react';
import { ChevronDown } from 'lucide-react';
import { Button } from '../../../parts/controls/button.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { ariaKeys } from '../../../parts/keyboard/shortcuts.ts';
import { Menu, MenuItem } from '../../../parts/overlays/menu.tsx';

/** What happens after a save (PO-13). */
export type AfterSave = 'draft' | 'new' | 'duplicate' | 'review';

/** The items of the `Save...` menu in their order (PO-17). */
const choices = [
  { after: 'draft', text: 'Save as Draft' },
  { after: 'new', text: 'Save & Create New' },
  { after: 'duplicate', text: 'Save & Duplicate' },
] as const satisfies readonly { after: AfterSave; text: string }[];

export interface FormActionsProps {
  /** The document's total, always visible (LI-37). */
  total: ReactNode;
  /** It can be saved but not submitted (IN-13). On a phone only the attachments section shows it. */
  needsAttachments: boolean;
  /** False hides the menu in an approver's edit (DEC-76). */
  hasSaveMenu: boolean;
  /** Whether the user may create another document (PO-17); a change order can only be saved as a draft (DEC-76). */
  mayCreate: boolean;
  onDiscard: (() => void) | null;
  onVoid: (() => void) | null;
  onCancel: () => void;
  onSave: (after: AfterSave) => void;
  busy: AfterSave | null;
  /** Why saving is disabled at the moment. */
  reason: string | null;
}

interface Actions {
  cancel: () => void;
  discard: () => void;
  void: () => void;
  save: (after: AfterSave) => void;
}

/** Stable callbacks, so that the buttons do not rerender with every key that changes the total. */
function useLatestActions(props: FormActionsProps): Actions {
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

const EndActions = memo(
  (props: { actions: Actions; isBusy: boolean; mayDiscard: boolean; mayVoid: boolean }) => {
    const { actions, isBusy } = props;
    return (
      <>
        <Button look="quiet" isDisabled={isBusy} onPress={actions.cancel}>
          Cancel
        </Button>
        {props.mayDiscard ? (
          <Button look="danger" isDisabled={isBusy} onPress={actions.discard}>
            Discard
          </Button>
        ) : null}
        {props.mayVoid ? (
          <Button look="danger" isDisabled={isBusy} onPress={actions.void}>
            Void
          </Button>
        ) : null}
      </>
    );
  },
);

type SavesProps = Pick<FormActionsProps, 'hasSaveMenu' | 'mayCreate' | 'busy' | 'reason'> & {
  actions: Actions;
};

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
          <MenuItem key={after} id={after} onAction={() => props.actions.save(after)}>
            {text}
          </MenuItem>
        ))}
    </Menu>
  );
}

const Saves = memo((props: SavesProps) => {
  const { actions, busy, reason } = props;
  return (
    <>
      {props.hasSaveMenu ? <SaveMenu {...props} /> : null}
      <Button
        look="primary"
        aria-keyshortcuts={ariaKeys('save')}
        isPending={busy === 'review'}
        isDisabled={busy !== null}
        reason={reason}
        onPress={() => actions.save('review')}
      >
        {'Save & Review'}
      </Button>
    </>
  );
});

/** The footer of the form: its actions and the total (PO-16 to PO-20, DEC-76). */
export function FormActions(props: FormActionsProps) {
  const { busy, reason, hasSaveMenu, mayCreate } = props;
  const actions = useLatestActions(props);
  const mayDiscard = props.onDiscard !== null;
  const mayVoid = props.onVoid !== null;
  return (
    <footer
      data-page-bar={mayDiscard || mayVoid ? '' : 'form'}
      className="sticky bottom-0 z-10 border-t border-line bg-surface-raised pb-[env(safe-area-inset-bottom)]"
    >
      <div className="gutter form-width mx-auto flex flex-wrap items-center gap-2 py-2.5">
        <EndActions actions={actions} isBusy={busy !== null} mayDiscard={mayDiscard} mayVoid={mayVoid} />
        {props.needsAttachments ? (
          <div className="max-sm:hidden">
            <Chip tone="caution" shape="triangle">
              Attachment needed to submit
            </Chip>
          </div>
        ) : null}
        <div className="min-w-0 flex-1 max-sm:order-first max-sm:basis-full max-[22rem]:order-none max-[22rem]:basis-0">
          {props.total}
        </div>
        {/* On a phone, Discard and Void have their own row. */}
        <div
          className={`flex gap-2 max-sm:grow max-sm:[&>*]:grow ${mayDiscard || mayVoid ? 'max-sm:basis-full' : ''}`}
        >
          <Saves
            actions={actions}
            hasSaveMenu={hasSaveMenu}
            mayCreate={mayCreate}
            busy={busy}
            reason={reason}
          />
        </div>
      </div>
    </footer>
  );
}
