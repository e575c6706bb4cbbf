import type { ReactNode } from 'react';
import { Button } from '../../../parts/controls/button.tsx';
import { Dialog } from '../../../parts/overlays/dialog.tsx';

/** A dialog with the form of one item. Enter saves. */
export function EditDialog(props: {
  title: string;
  size?: 'large';
  isBusy: boolean;
  onClose: () => void;
  onSave: () => void;
  children: ReactNode;
}) {
  return (
    <Dialog
      title={props.title}
      isOpen
      onClose={props.onClose}
      holdsWork
      {...(props.size && { size: props.size })}
      footer={
        <>
          <Button isDisabled={props.isBusy} onPress={props.onClose}>
            Cancel
          </Button>
          <Button look="primary" type="submit" form="edit-item" isPending={props.isBusy}>
            Save
          </Button>
        </>
      }
    >
      <form
        id="edit-item"
        noValidate
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          props.onSave();
        }}
      >
        {props.children}
      </form>
    </Dialog>
  );
}
