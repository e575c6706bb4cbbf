import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { isEmail } from '#domain/values/email-address';
import { ApiError } from '../../../api.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { useSession } from '../../../session/session.tsx';
import { ActionBar } from '../managed-form/managed-form.tsx';
import { Section } from '../managed-form/section.tsx';
import { findUser } from '../calls/users.ts';
import { userTexts } from './messages.ts';
import { UserForm } from './user-form.tsx';
import type { UserLookupResult } from '#domain/management/management-response';

/** The result of the lookup. Without a user, a local account can be created. */
interface LookupResult {
  username: string;
  found: UserLookupResult | null;
}

/** Looks up a username, then shows the form (MG-06). */
export function NewUser() {
  const { can } = useSession();
  const [lookupResult, setLookupResult] = useState<LookupResult | null>(null);
  useTitle('Add User');
  if (!can('UserManagement', 'FULL')) return <Navigate to="/setup/users" replace />;
  if (lookupResult) return <UserForm user={null} {...lookupResult} />;
  return <Lookup onResult={setLookupResult} />;
}

/** Looks up the user of a username. A user who is already in the show opens in the editor. */
function useLookup(onResult: (lookupResult: LookupResult) => void) {
  const { show, featureFlags } = useSession();
  const navigate = useNavigate();
  const flash = useToast();
  const [error, setError] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const usesDirectory = featureFlags['smartId2'] === true;
  const forget = () => {
    setError(null);
    setUnknown(false);
  };
  const lookUp = async (username: string) => {
    forget();
    if (!isEmail(username)) return setError(userTexts.usernameWrong);
    setBusy(true);
    try {
      const found = await findUser(show.id, username, usesDirectory);
      if (!found.isInShow || found.id === null) return onResult({ username, found });
      flash('info', userTexts.isInShow);
      await navigate(`/setup/users/${found.id}`);
    } catch (failure) {
      const isNew = failure instanceof ApiError && failure.code === 'USER_NOT_FOUND' && !usesDirectory;
      setUnknown(isNew);
      // An unknown user is not an error: they can be created.
      if (!isNew) setError(userTexts.loadFailed);
    }
    return setBusy(false);
  };
  return { lookUp, forget, error, isUnknown, isBusy };
}

function Lookup(props: { onResult: (lookupResult: LookupResult) => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { lookUp, forget, error, isUnknown, isBusy } = useLookup(props.onResult);
  const username = text.trim().toLowerCase();
  return (
    <form
      noValidate
      className="flex flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void lookUp(username);
      }}
    >
      <div className="gutter w-full max-w-[1200px] flex-1">
        <PageHeader title="Add User" />
        <Section title="User" text="Enter the user’s e-mail address. We check for an existing account first.">
          <div className="grid max-w-md gap-4">
            <TextField
              label="E-mail address"
              type="email"
              autoComplete="off"
              isRequired
              startsFocused
              // Keeps the input in sync with the lookup that is running.
              isReadOnly={isBusy}
              maxLength={254}
              value={text}
              onChange={(next) => {
                setText(next);
                forget();
              }}
              error={error}
            />
            {isUnknown ? (
              <div role="status" className="grid justify-items-start gap-3 border-t border-line pt-4">
                <p>{userTexts.isNew}</p>
                <Button look="primary" onPress={() => props.onResult({ username, found: null })}>
                  Create Account
                </Button>
              </div>
            ) : null}
          </div>
        </Section>
      </div>
      <ActionBar>
        <Button look="quiet" onPress={() => void navigate('/setup/users')}>
          Cancel
        </Button>
        <Button look={isUnknown ? 'plain' : 'primary'} type="submit" isPending={isBusy}>
          Look Up
        </Button>
      </ActionBar>
    </form>
  );
}
