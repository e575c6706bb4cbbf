import { oldSecretHours } from '#domain/webhook';
import { SecretDialog } from '../../../parts/secret-dialog.tsx';

export function SigningSecret(props: { secret: string; isFirst?: boolean; onClose: () => void }) {
  return (
    <SecretDialog
      title="Signing secret"
      label="Secret"
      text="Your system checks with it that a message is from Backlot. Keep it where you keep passwords: it is not shown again."
      secret={props.secret}
      after={!props.isFirst && `For ${oldSecretHours} hours messages are signed with the one before it, too.`}
      onClose={props.onClose}
    />
  );
}
