import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import type { ConfirmProps } from './dialog.tsx';
import { Keys } from '../keyboard/keycaps.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import { TextArea } from '../fields/text-field.tsx';

export interface ReasonProps extends Omit<ConfirmProps, 'onConfirm'> {
  onConfirm: (reason: string) => void;
  /** AP-23: longest reason, in characters. */
  limit?: number;
  /** AP-24: what stands there at first. */
  defaultReason?: string;
}

/** AP-22, AP-23: asks why; cannot be accepted while empty, cut at the limit, counts along. */
export function ReasonDialog(props: ReasonProps) {
  return props.isOpen ? <OpenReasonDialog {...props} /> : null;
}

function OpenReasonDialog(props: ReasonProps) {
  const { limit = 200 } = props;
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
            <Keys name="confirm" />
          </Button>
        </>
      }
    >
      {props.children ? <div className="mb-3 text-ink-muted">{props.children}</div> : null}
      <TextArea label="Reason" value={reason} onChange={setReason} limit={limit} isRequired startsFocused />
    </Dialog>
  );
}
