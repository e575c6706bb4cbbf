import { useState } from 'react';
import useSWR from 'swr';
import type { OwnToken } from '#domain/identity/api-token';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Day } from '../../parts/display/date-format.tsx';
import { ConfirmDialog } from '../../parts/overlays/dialog.tsx';
import { useToast } from '../../parts/overlays/toast.tsx';
import { LoadingContent } from '../../parts/page/skeleton.tsx';
import { NewToken } from './new-token.tsx';

const read = () => ask(api.api.tokens.$get());

const dayOf = (at: string) => at.slice(0, 10);

function Facts(props: { token: OwnToken }) {
  const { expiresAt, isExpired, usedDay } = props.token;
  return (
    <>
      <span className={isExpired ? 'text-negative' : ''}>
        {isExpired ? 'Expired ' : 'Expires '}
        <Day day={dayOf(expiresAt)} />
      </span>
      {' · '}
      {usedDay ? (
        <>
          Last used <Day day={usedDay} />
        </>
      ) : (
        'Never used'
      )}
    </>
  );
}

function TokenList(props: { tokens: readonly OwnToken[]; onRevoke: (token: OwnToken) => void }) {
  return (
    <ul className="flex flex-col">
      {props.tokens.map((token) => (
        <li
          key={token.id}
          className="flex min-h-12 items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
        >
          <div className="min-w-0">
            <p className="truncate">
              {token.name}
              <span className="text-ink-muted">{` · ${token.show?.name ?? 'All shows'}`}</span>
            </p>
            <p className="text-sm text-ink-muted">{token.scopes.join(', ')}</p>
            <p className="text-sm text-ink-muted">
              <Facts token={token} />
            </p>
          </div>
          <Button
            look="quiet"
            flush="right"
            onPress={() => props.onRevoke(token)}
            aria-label={`Revoke ${token.name}`}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

function RevokeDialog(props: { token: OwnToken; onDone: () => void }) {
  const flash = useToast();
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    try {
      await ask(api.api.tokens[':id'].$delete({ param: { id: props.token.id } }));
    } catch {
      flash('error', 'The token could not be revoked. Try again.');
    }
    props.onDone();
  };
  return (
    <ConfirmDialog
      title={`Revoke "${props.token.name}"?`}
      isOpen
      danger
      confirm="Revoke Token"
      isBusy={busy}
      onCancel={props.onDone}
      onConfirm={() => void revoke()}
    >
      Anything that uses it stops working at once. This cannot be undone.
    </ConfirmDialog>
  );
}

/** The user's API tokens, to create and to revoke. */
export function ApiTokens() {
  const { data, error, mutate } = useSWR(keys.apiTokens(), read);
  const [revoking, setRevoking] = useState<OwnToken | null>(null);
  const [isMaking, setMaking] = useState(false);
  return (
    <section aria-label="API tokens" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">API tokens</h3>
      {data ? (
        data.tokens.length > 0 ? (
          <TokenList tokens={data.tokens} onRevoke={setRevoking} />
        ) : (
          <p className="text-ink-muted">No tokens yet. A token lets a program act on your behalf.</p>
        )
      ) : error ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-ink-muted">They could not be read.</p>
          <Button onPress={() => void mutate()}>Try again</Button>
        </div>
      ) : (
        <LoadingContent />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <a
          href="/api/docs"
          target="_blank"
          rel="noreferrer"
          className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm underline underline-offset-2"
        >
          What programs can do
          <span className="sr-only"> (opens a new tab)</span>
        </a>
        <Button onPress={() => setMaking(true)}>New Token</Button>
      </div>
      {revoking ? (
        <RevokeDialog
          token={revoking}
          onDone={() => {
            setRevoking(null);
            void mutate();
          }}
        />
      ) : null}
      {isMaking ? <NewToken onMade={() => void mutate()} onClose={() => setMaking(false)} /> : null}
    </section>
  );
}
