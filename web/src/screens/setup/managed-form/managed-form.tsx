import type { ReactNode } from 'react';
import { ErrorSummary } from '../../../forms/error-summary.tsx';
import { goToField } from '../../../forms/document/saving/focus-field.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import type { ManagedFormState } from './use-managed-form.ts';

/** (DEC-92) */
const readOnlyText = 'You do not have permission to change this.';

interface ManagedFormProps {
  /** Null if the page already shows its title. */
  title: string | null;
  /** A secondary line below the title. */
  detail?: ReactNode;
  /** Shows everything and allows no changes: `Back` instead of `Cancel`, and no `Save` (DEC-92). */
  isReadOnly: boolean;
  /** From `useManagedForm`. */
  state: ManagedFormState;
  /** A response that the draft depends on is still loading. Saving waits for it. */
  isWaiting?: boolean;
  /** Returns to the list, or resets the form if there is none. Skips the leave dialog. */
  onCancel: () => void;
  /** Actions next to the title, such as `Deactivate`. */
  actions?: ReactNode;
  /** The sections. Wrap each field in `<Field name>`, so that the error summary can focus it. */
  children: ReactNode;
}

/**
 * The page of a management form: header, errors, sections, and a bar with Cancel and Save. Enter saves. Leaving with
 * unsaved changes needs a confirmation.
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
      {/* The request does not include what is typed while it runs. */}
      <div inert={state.isBusy} className="gutter w-full max-w-[1200px] flex-1 pb-8">
        <PageHeader
          title={props.title}
          detail={props.detail ?? (isReadOnly ? readOnlyText : null)}
          acts={props.actions}
        />
        <div className="pb-4 empty:hidden">
          <ErrorSummary errors={state.errors} attempt={state.attempt} onGo={goToField} />
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
      <LeaveDialog leaving={state.leaving} />
    </form>
  );
}

/** The actions of a form, always visible: back on the left, aligned with the form, the main action on the right. */
export function ActionBar(props: { children: ReactNode }) {
  return (
    <footer data-page-bar className="sticky bottom-0 z-10 border-t border-line bg-surface-raised">
      <div className="gutter flex max-w-[1200px] justify-between gap-2 py-2.5 max-sm:*:flex-1 sm:*:first:-ml-3">
        {props.children}
      </div>
    </footer>
  );
}

/** Confirms that a page with unsaved changes is left. */
export function LeaveDialog({ leaving }: Pick<ManagedFormState, 'leaving'>) {
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
