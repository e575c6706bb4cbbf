import { previousSecretHours } from '#domain/webhooks/webhook';
import { SecretDialog } from '../../../parts/overlays/secret-dialog.tsx';

export function SigningSecret(props: { secret: string; isFirst?: boolean; onClose: () => void }) {
  return (
    <SecretDialog
      title="Signing secret"
      label="Secret"
      text="Your system uses it to verify that a message is from Backlot. Store it like a password. It is not shown again."
      secret={props.secret}
      after={
        !props.isFirst &&
        `For ${previousSecretHours} hours, messages are also signed with the previous secret.`
      }
      onClose={props.onClose}
    />
  );
}
