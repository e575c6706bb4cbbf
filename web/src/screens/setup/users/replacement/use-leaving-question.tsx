import { useState } from 'react';
import type { ReactNode } from 'react';
import { useSWRConfig } from 'swr';
import { isApprover } from '#domain/identity/permissions';
import type { User } from '#domain/management/management-response';
import { keys } from '../../../../keys.ts';
import { Button } from '../../../../parts/controls/button.tsx';
import { Dialog } from '../../../../parts/overlays/dialog.tsx';
import { useSession } from '../../../../session/session.tsx';
import { readReplacements } from './calls.ts';
import { useMayReplace } from './may-replace.ts';
import { ReplacementOverlay } from './replacement-overlay.tsx';
import { documentsText } from './words.ts';

type Saved = Pick<User, 'isActive' | 'roleId'>;

const approves = ({ isActive, roleId }: Saved) => isActive && isApprover(roleId);

/**
 * A question before a save after which documents would wait for a user who can no longer approve (REPL-09). A count that
 * cannot be read does not block the save. After a replacement the save goes on, unless documents still list the user.
 */
export function useLeavingQuestion(
  user: User | null,
  draft: Saved,
  save: () => Promise<void>,
): { save: () => Promise<void>; isReading: boolean; question: ReactNode } {
  const { show } = useSession();
  const { mutate } = useSWRConfig();
  const mayReplace = useMayReplace();
  const [waiting, setWaiting] = useState<number | null>(null);
  const [isReading, setReading] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const [isReplaced, setReplaced] = useState(false);
  const askFirst = async () => {
    if (user === null || !mayReplace || !approves(user) || approves(draft)) return save();
    setReading(true);
    const listed = await readReplacements(show.id, user.id).catch(() => null);
    setReading(false);
    if (!listed || listed.documents === 0) return save();
    return setWaiting(listed.documents);
  };
  const close = () => setWaiting(null);
  const question = user ? (
    <>
      <Dialog
        title={`${user.firstName} ${user.lastName} still has documents to approve`}
        role="alertdialog"
        isOpen={waiting !== null}
        onClose={close}
        footer={
          <>
            <Button onPress={close}>Cancel</Button>
            <Button
              onPress={() => {
                close();
                void save();
              }}
            >
              Save Anyway
            </Button>
            <Button
              look="primary"
              onPress={() => {
                close();
                setReplacing(true);
              }}
            >
              Replace Approver
            </Button>
          </>
        }
      >
        <p className="text-ink-muted">
          {`${documentsText(waiting ?? 0)} in approval ${waiting === 1 ? 'lists' : 'list'} this user, who can no longer approve after the save. Another approver can take their place first.`}
        </p>
      </Dialog>
      {isReplacing ? (
        <ReplacementOverlay
          user={user}
          openedId={null}
          onStarted={() => setReplaced(true)}
          onClose={() => {
            setReplacing(false);
            setReplaced(false);
            void mutate(keys.managed(show.id, 'replacements', user.id));
            if (isReplaced) void askFirst();
          }}
        />
      ) : null}
    </>
  ) : null;
  return { save: askFirst, isReading, question };
}
