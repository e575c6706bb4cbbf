import { useState } from 'react';
import { reasonLimit } from '#domain/document';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import type { ConfirmProps } from './dialog.tsx';
import { ShortcutHint } from '../keyboard/keyboard-shortcut.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { TextArea } from '../fields/text-field.tsx';

export interface ReasonProps extends Omit<ConfirmProps, 'onConfirm'> {
  onConfirm: (reason: string) => void;
  /** Maximum length of the reason in characters (AP-23). */
  limit?: number;
  /** The label of the text; by default `Reason`. */
  label?: string;
  /** The initial reason (AP-24). */
  defaultReason?: string;
}

/** A dialog for a reason, which is required, cut at the limit and counted (AP-22, AP-23). */
export function ReasonDialog(props: ReasonProps) {
  return props.isOpen ? <OpenReasonDialog {...props} /> : null;
}

function OpenReasonDialog(props: ReasonProps) {
  const { limit = reasonLimit } = props;
  const [reason, setReason] = useState(props.defaultReason ?? '');
  const empty = reason.trim() === '';
  const isOn = !empty && !props.isBusy && !props.refusal;
  const confirm = () => props.onConfirm(reason.trim());
  useShortcut('confirm', confirm, { isOn, whileTyping: true, inDialog: true });
  return (
    <Dialog
      title={props.title}
      isOpen
      holdsWork
      onClose={props.onCancel}
      footer={
        <>
          <Button onPress={props.onCancel}>{props.cancel ?? 'Cancel'}</Button>
          <Button
            look={props.danger ? 'danger' : 'primary'}
            isDisabled={empty}
            isPending={props.isBusy ?? false}
            reason={props.refusal ?? null}
            onPress={confirm}
          >
            {props.confirm}
            <ShortcutHint name="confirm" />
          </Button>
        </>
      }
    >
      {props.children ? <div className="mb-3 text-ink-muted">{props.children}</div> : null}
      <TextArea
        label={props.label ?? 'Reason'}
        value={reason}
        onChange={setReason}
        limit={limit}
        isRequired
        startsFocused
      />
    </Dialog>
  );
}
