import { withdrawalReasonLimit } from '#domain/documents/attachment-draft';
import { ReasonDialog } from '../../parts/overlays/reason-dialog.tsx';

/** Dialog for the reason to withdraw a submitted file (DEC-53). `restarts`: saving restarts the approval (DEC-40). */
export function WithdrawDialog(props: {
  /** Null closes the dialog. */
  file: { label: string } | null;
  restarts: boolean;
  onCancel: () => void;
  onConfirm: (reason: string) => void;
}) {
  const { file } = props;
  return (
    <ReasonDialog
      title={`Withdraw ${file?.label ?? ''}`}
      isOpen={file !== null}
      confirm="Withdraw"
      limit={withdrawalReasonLimit}
      onCancel={props.onCancel}
      onConfirm={props.onConfirm}
    >
      <p>
        This file was submitted. It stays readable under Withdrawn files, with your name and the reason.
        {props.restarts ? ' When you save, the approval restarts at step 1.' : ''}
      </p>
    </ReasonDialog>
  );
}
