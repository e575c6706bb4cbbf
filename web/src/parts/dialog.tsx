import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { Button, IconButton } from './button.tsx';

const sizes = {
  medium: 'max-w-md',
  large: 'max-w-lg',
  wide: 'max-w-3xl',
  export: 'sm:h-[min(450px,90vh)] sm:max-w-[400px] max-sm:min-h-[min(450px,90vh)]',
} as const;

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The buttons at the foot, the primary one last. */
  footer?: ReactNode;
  /** `alertdialog` interrupts and cannot be dismissed by a click outside. */
  role?: 'dialog' | 'alertdialog';
  /** False for a dialog that must be answered: no cross, no Escape. */
  canClose?: boolean;
  /** For dialogs that are written in: a press beside them throws nothing away. */
  holdsWork?: boolean;
  /** `export` is the 400 by 450 px of PD-03. */
  size?: keyof typeof sizes;
}

/** DEC-80: labelled by its title, traps the focus, Escape cancels. On a phone it comes from below. */
export function Dialog(props: DialogProps) {
  const { canClose = true, holdsWork = false, role = 'dialog' } = props;
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(open) => !open && props.onClose()}
      isDismissable={canClose && !holdsWork && role === 'dialog'}
      isKeyboardDismissDisabled={!canClose}
      className="fade fixed inset-0 z-40 grid place-items-center bg-scrim p-4 max-sm:place-items-end max-sm:p-0"
    >
      <Modal
        className={`floating fade w-full [--appear-from:0.5rem] max-sm:rounded-b-none ${sizes[props.size ?? 'medium']}`}
      >
        <AriaDialog role={role} className="flex h-full max-h-[90vh] min-h-[inherit] flex-col outline-none">
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <Heading slot="title" className="pt-1 text-lg font-semibold">
              {props.title}
            </Heading>
            {canClose ? (
              <IconButton label="Close" onPress={props.onClose}>
                <X aria-hidden className="size-4" />
              </IconButton>
            ) : null}
          </header>
          <div className="min-h-0 flex-1 overflow-auto px-5 pt-1 pb-5">{props.children}</div>
          {props.footer ? (
            <footer className="flex justify-end gap-2 border-t border-line px-5 py-3 max-xs:flex-col-reverse">
              {props.footer}
            </footer>
          ) : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
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
  /** Why it can no longer be done, should that come to pass while the question is open. */
  refusal?: string | null;
}

/** A question with a yes and a no. */
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
