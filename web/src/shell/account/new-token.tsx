import { useState } from 'react';
import { scopeNames, scopes } from '#domain/identity/api-token';
import type { Scope } from '#domain/identity/api-token';
import { api, ApiError, ask } from '../../api.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Checkbox } from '../../parts/fields/checkbox.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { SecretDialog } from '../../parts/overlays/secret-dialog.tsx';
import { Select } from '../../parts/fields/select.tsx';
import { TextField } from '../../parts/fields/text-field.tsx';
import { useSession } from '../../session/session.tsx';

const lifetimes = [
  { id: '30', text: '30 days' },
  { id: '90', text: '90 days' },
  { id: '180', text: '180 days' },
  { id: '365', text: 'A year' },
];
const allShows = 'all';

function Scopes(props: {
  chosen: readonly Scope[];
  error: string | null;
  onChange: (chosen: Scope[]) => void;
}) {
  const { chosen, error, onChange } = props;
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? 'scopes-error' : undefined}>
      <legend className="pb-1 text-sm font-medium">It may</legend>
      {scopeNames.map((scope) => (
        <Checkbox
          key={scope}
          label={scopes[scope]}
          hint={scope}
          isSelected={chosen.includes(scope)}
          onChange={(on) => onChange(on ? [...chosen, scope] : chosen.filter((one) => one !== scope))}
        />
      ))}
      {error ? (
        <p id="scopes-error" className="text-xs text-negative">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Creates an API token and shows its secret once. */
export function NewToken(props: { onMade: () => void; onClose: () => void }) {
  const { show, shows } = useSession();
  const [name, setName] = useState('');
  const [showId, setShowId] = useState<string>(show.id);
  const [days, setDays] = useState('90');
  const [chosen, setChosen] = useState<Scope[]>(['documents:read']);
  const [wasSubmitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  // One idempotency key for every attempt to send the same input.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const isComplete = name.trim() !== '' && chosen.length > 0;
  const create = async () => {
    setSubmitted(true);
    if (!isComplete) return;
    setBusy(true);
    setFailure(null);
    const json = { name, scopes: chosen, days: Number(days), showId: showId === allShows ? null : showId };
    try {
      const created = await ask(api.api.tokens.$post({ json }, { headers: { 'Idempotency-Key': key } }));
      setSecret(created.token);
      props.onMade();
    } catch (error) {
      const message = error instanceof ApiError ? error.text : null;
      // The input has changed since the lost response, so it needs a new key.
      if (error instanceof ApiError && error.status === 422) setKey(crypto.randomUUID());
      setFailure(message ?? 'The token could not be created. Try again.');
    }
    setBusy(false);
  };
  if (secret !== null)
    return (
      <SecretDialog
        title="Your API token"
        label="Token"
        text="Store it like a password: anyone who has it can act on your behalf. It is not shown again."
        secret={secret}
        onClose={props.onClose}
      />
    );
  return (
    <Dialog
      title="New API token"
      isOpen
      holdsWork
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button look="primary" onPress={() => void create()} isPending={busy}>
            Make Token
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-muted">
          For a program that acts on your behalf. It can never do more than you can.
        </p>
        <TextField
          label="Name"
          hint="What it is for: payroll import, month end report"
          isRequired
          startsFocused
          maxLength={60}
          value={name}
          onChange={setName}
          error={wasSubmitted && name.trim() === '' ? 'Give it a name you will recognize.' : null}
        />
        <Select
          label="Show"
          options={[
            { id: allShows, text: 'All my shows' },
            ...shows.map(({ id, name: text }) => ({ id, text })),
          ]}
          value={showId}
          onChange={(id) => setShowId(id ?? allShows)}
        />
        <Select label="Good for" options={lifetimes} value={days} onChange={(id) => setDays(id ?? '90')} />
        <Scopes
          chosen={chosen}
          onChange={setChosen}
          error={wasSubmitted && chosen.length === 0 ? 'Choose what it may do.' : null}
        />
        {failure ? (
          <p role="alert" className="text-negative">
            {failure}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
