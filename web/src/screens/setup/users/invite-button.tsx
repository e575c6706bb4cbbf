import { useState } from 'react';
import type { User } from '#domain/management/user';
import { Button } from '../../../parts/controls/button.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import { words } from '../../../words.ts';
import { inviteAgain } from '../calls/users.ts';
import { userTexts } from './messages.ts';

/** For a local user who has no password yet or whose link has expired. */
export function InviteButton({ user }: { user: Pick<User, 'id' | 'username'> }) {
  const { show } = useSession();
  const flash = useToast();
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await inviteAgain(show.id, user.id);
      flash('success', userTexts.linkSent(user.username));
    } catch {
      flash('error', words.email_send_failed);
    }
    setBusy(false);
  };
  return (
    <Button isPending={isBusy} onPress={() => void send()}>
      Send Password Link
    </Button>
  );
}
