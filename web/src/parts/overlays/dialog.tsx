import { Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { lazyPart } from '../hooks/lazy-part.tsx';
import { LazyOverlay } from './lazy-overlay.tsx';

const DialogFrame = lazyPart(async () => (await import('./dialog-frame.tsx')).DialogFrame);

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The buttons at the bottom, the primary one last. */
  footer?: ReactNode;
  /** `alertdialog` interrupts and cannot be dismissed by a click outside. */
  role?: 'dialog' | 'alertdialog';
  /** False for a dialog that must be answered: no cross, no Escape. */
  canClose?: boolean;
  /** For dialogs with input: a press outside does not close them. */
  holdsWork?: boolean;
  /** `export` is the 400 by 450 px of PD-03. */
  size?: 'medium' | 'large' | 'wide' | 'export';
}

/** A dialog labelled by its title, with a focus trap; Escape cancels (DEC-80). */
export function Dialog(props: DialogProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (props.canClose ?? true) {
    return (
      <LazyOverlay isOpen={props.isOpen} onClose={props.onClose}>
        <DialogFrame {...props} />
      </LazyOverlay>
    );
  }
  // A dialog that must be answered is not optional.
  return wasOpen ? (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  ) : null;
}

export interface ConfirmProps {
  title: string;
  isOpen: boolean;
  onCancel: () => void;
  onConfirm: () => void;
  children?: ReactNode;
  confirm: string;
  cancel?: string;
  isBusy?: boolean;
  danger?: boolean;
  /** Why the action is no longer possible, if that changes while the dialog is open. */
  refusal?: string | null;
}

/** A confirmation dialog. */
export function ConfirmDialog(props: ConfirmProps) {
  return (
    <Dialog
      title={props.title}
      isOpen={props.isOpen}
      onClose={props.onCancel}
      role="alertdialog"
      footer={
        <>
          <Button onPress={props.onCancel}>{props.cancel ?? 'Cancel'}</Button>
          <Button
            look={props.danger ? 'danger' : 'primary'}
            onPress={props.onConfirm}
            isPending={props.isBusy ?? false}
            reason={props.refusal ?? null}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      <div className="text-ink-muted">{props.children}</div>
    </Dialog>
  );
}
