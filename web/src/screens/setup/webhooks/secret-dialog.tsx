import { oldSecretHours } from '#domain/webhook';
import { Button } from '../../../parts/button.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { ShownSecret } from '../../../parts/shown-secret.tsx';

/** A signing secret, the one time that it can be seen. Only its button closes it. */
export function SecretDialog(props: { secret: string; isFirst?: boolean; onClose: () => void }) {
  return (
    <Dialog
      title="Signing secret"
      isOpen
      canClose={false}
      onClose={props.onClose}
      footer={
        <Button look="primary" onPress={props.onClose}>
          Done
        </Button>
      }
    >
      <div className="grid gap-3">
        <p className="text-ink-muted">
          Your system checks with it that a message is from Backlot. Keep it where you keep passwords: it is
          not shown again.
        </p>
        <ShownSecret label="Secret" secret={props.secret} />
        {props.isFirst ? null : (
          <p className="text-ink-muted">
            For {oldSecretHours} hours messages are signed with the one before it, too.
          </p>
        )}
      </div>
    </Dialog>
  );
}
