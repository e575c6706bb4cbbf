import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '../controls/button.tsx';
import type { DialogProps } from './dialog.tsx';
import { useSettledView } from '../hooks/use-settled-view.ts';

const sizes = {
  medium: 'max-w-md',
  large: 'max-w-lg',
  wide: 'max-w-3xl',
  export: 'sm:h-[min(450px,90vh)] sm:max-w-[400px] max-sm:min-h-[min(450px,90vh)]',
} as const satisfies Record<NonNullable<DialogProps['size']>, string>;

/** Ignores presses at first: the second press of a double press could answer a question that the first has opened. */
function Footer(props: { waits: boolean; children: ReactNode }) {
  const { isSettled, again } = useSettledView(!props.waits);
  return (
    <div onPointerDown={isSettled ? undefined : again}>
      <footer
        inert={!isSettled}
        className="flex flex-wrap-reverse justify-end gap-2 border-t border-line px-5 py-3 max-sm:*:grow max-xs:flex-col-reverse"
      >
        {props.children}
      </footer>
    </div>
  );
}

/** The rendered dialog; on a phone it slides up from the bottom. */
export function DialogFrame(props: DialogProps) {
  const { canClose = true, holdsWork = false, role = 'dialog' } = props;
  return (
    <ModalOverlay
      isOpen={props.isOpen}
      onOpenChange={(open) => !open && props.onClose()}
      isDismissable={canClose && !holdsWork && role === 'dialog'}
      isKeyboardDismissDisabled={!canClose}
      className="fade fixed inset-0 z-40 grid grid-cols-1 place-items-center bg-scrim p-4 max-sm:place-items-end max-sm:p-0"
    >
      <Modal
        className={`floating fade w-full [--appear-from:0.5rem] max-sm:rounded-b-none ${sizes[props.size ?? 'medium']}`}
      >
        <AriaDialog role={role} className="flex h-full max-h-[90vh] min-h-[inherit] flex-col outline-none">
          <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-2">
            <Heading
              slot="title"
              className={`min-w-0 pt-1 text-lg font-semibold wrap-anywhere ${canClose ? 'touch:pt-2.5' : ''}`}
            >
              {props.title}
            </Heading>
            {canClose ? (
              <IconButton label="Close" onPress={props.onClose}>
                <X aria-hidden className="size-4" />
              </IconButton>
            ) : null}
          </header>
          <div className="min-h-0 flex-1 overflow-auto px-5 pt-1 pb-5">{props.children}</div>
          {props.footer ? <Footer waits={canClose && role === 'alertdialog'}>{props.footer}</Footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
