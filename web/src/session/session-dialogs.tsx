import { useState } from 'react';
import { Button } from '../parts/controls/button.tsx';
import { ConfirmDialog, Dialog } from '../parts/overlays/dialog.tsx';
import { texts } from '../texts.ts';
import type { SessionClock } from './use-session-clock.tsx';

/**
 * Dialogs of the session clock: the one-minute warning (SE-06, SE-08), the expired session (SE-09), and a failed log
 * out (SE-20).
 */
export function ClockDialogs(props: { clock: SessionClock; onLogOut: () => void }) {
  const { clock } = props;
  const [busy, setBusy] = useState(false);
  const remain = async () => {
    setBusy(true);
    await clock.remain();
    setBusy(false);
  };
  return (
    <>
      <Dialog
        title="Are you still there?"
        isOpen={clock.phase === 'inactive' && !clock.signOutFailed}
        onClose={() => undefined}
        role="alertdialog"
        canClose={false}
        footer={
          <>
            <Button onPress={props.onLogOut}>Log Out</Button>
            <Button look="primary" onPress={() => void remain()} isPending={busy}>
              Remain Logged In
            </Button>
          </>
        }
      >
        <p className="text-ink-muted">
          {'You have been inactive for a while. You will be logged out in '}
          <span role="timer" className="figures font-medium text-ink">
            {clock.secondsLeft}
          </span>
          {clock.secondsLeft === 1 ? ' second.' : ' seconds.'}
        </p>
      </Dialog>
      <ConfirmDialog
        title="You are still logged in"
        isOpen={clock.signOutFailed && clock.phase !== 'expired'}
        onCancel={clock.stay}
        onConfirm={props.onLogOut}
        confirm="Try again"
      >
        {texts.signOutFailed}
      </ConfirmDialog>
      <Dialog
        title={texts.sessionExpired}
        isOpen={clock.phase === 'expired'}
        onClose={() => undefined}
        role="alertdialog"
        canClose={false}
        footer={
          <Button look="primary" onPress={clock.signIn}>
            Login
          </Button>
        }
      >
        <p className="text-ink-muted">{texts.loginAgain}</p>
      </Dialog>
    </>
  );
}
