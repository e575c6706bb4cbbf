import type { ReactNode } from 'react';
import { ErrorSummary } from '../../../forms/error-summary.tsx';
import { goToField } from '../../../forms/document/saving/focus-field.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { PageHead } from '../../../parts/page/card.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import type { ManagedFormState } from './use-managed-form.ts';

/** DEC-92 */
const lookOnly = 'You do not have permission to change this.';

interface ManagedFormProps {
  /** Null where the page has its title already. */
  title: string | null;
  /** A quieter line below the title. */
  detail?: ReactNode;
  /** DEC-92: all of it is seen and nothing can be changed; `Cancel` reads `Back`, and there is no `Save`. */
  isReadOnly: boolean;
  /** From `useManagedForm`. */
  state: ManagedFormState;
  /** An answer on which the draft hangs is on its way: saving waits for it. */
  isWaiting?: boolean;
  /** Goes back to the list, or resets the form where there is none. The leave question is not asked. */
  onCancel: () => void;
  /** Acts beside the title, such as `Deactivate`. */
  actions?: ReactNode;
  /** The sections. Wrap each field in `<Field name>`, so that complaints lead to it. */
  children: ReactNode;
}

/**
 * The page of a management form: head, what is wrong, sections, and a bar with Cancel and Save. Enter saves. Leaving
 * unsaved work by a link or the back button asks first.
 */
export function ManagedForm(props: ManagedFormProps) {
  const { state, isReadOnly } = props;
  const isClosed = state.isBusy || (props.isWaiting ?? false);
  useTitle(props.title);
  return (
    <form
      noValidate
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isReadOnly && !isClosed) void state.save();
      }}
    >
      {/* What is typed while a save is on its way would be lost: the save does not carry it. */}
      <div inert={state.isBusy} className="gutter w-full max-w-[1200px] flex-1 pb-8">
        <PageHead
          title={props.title}
          detail={props.detail ?? (isReadOnly ? lookOnly : null)}
          acts={props.actions}
        />
        <div className="pb-4 empty:hidden">
          <ErrorSummary complaints={state.complaints} attempt={state.attempt} onGo={goToField} />
        </div>
        <fieldset disabled={isReadOnly} className="min-w-0">
          {props.children}
        </fieldset>
      </div>
      <ActionBar>
        <Button look="quiet" isDisabled={state.isBusy} onPress={() => state.withLeave(props.onCancel)}>
          {isReadOnly ? 'Back' : 'Cancel'}
        </Button>
        {isReadOnly ? null : (
          <Button look="primary" type="submit" isPending={isClosed}>
            Save
          </Button>
        )}
      </ActionBar>
      <LeaveQuestion state={state} />
    </form>
  );
}

/**
 * What can be done with a form, in sight wherever it is scrolled to: the way back at the left, its words where the form
 * begins, the act at the right.
 */
export function ActionBar(props: { children: ReactNode }) {
  return (
    <footer data-page-bar className="sticky bottom-0 z-10 border-t border-line bg-surface-raised">
      <div className="gutter flex max-w-[1200px] justify-between gap-2 py-2.5 max-sm:*:flex-1 sm:*:first:-ml-3">
        {props.children}
      </div>
    </footer>
  );
}

function LeaveQuestion(props: { state: ManagedFormState }) {
  const { leaving } = props.state;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      isOpen={leaving.state === 'blocked'}
      confirm="Leave"
      cancel="Stay"
      danger
      onCancel={() => leaving.reset?.()}
      onConfirm={() => leaving.proceed?.()}
    >
      Your changes have not been saved.
    </ConfirmDialog>
  );
}
