import { useState } from 'react';
import useSWR from 'swr';
import type { Cover } from '#domain/cover/cover-request';
import { formatMoney, toCents } from '#domain/values/money';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Loading } from '../../parts/controls/spinner.tsx';
import { Day } from '../../parts/display/date-format.tsx';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { ConfirmDialog } from '../../parts/overlays/dialog.tsx';
import { LazyOverlay } from '../../parts/overlays/lazy-overlay.tsx';
import { useToast } from '../../parts/overlays/toast.tsx';
import { useSession } from '../../session/session.tsx';
import { coveredTypes } from './covered-types.ts';

type ListedCover = Omit<Cover, 'undecided'>;

const SetCover = lazyPart(async () => (await import('./set-cover.tsx')).SetCover);

function Terms({ cover }: { cover: ListedCover }) {
  const { state, firstDay, lastDay, types, amountLimit, alternate, setBy, absent } = cover;
  const names = coveredTypes.filter(({ id }) => types.includes(id)).map(({ text }) => text);
  const limit = amountLimit === null ? null : `up to ${formatMoney(toCents(amountLimit), '')}`;
  return (
    <>
      <p className="text-sm text-ink-muted">
        {state === 'RUNNING' ? 'Running' : 'Upcoming'}
        {' · '}
        <Day day={firstDay} />
        {' to '}
        <Day day={lastDay} />
      </p>
      <p className="text-sm text-ink-muted">
        {[names.join(', '), limit, alternate && `alternate ${alternate.name}`]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      {setBy.userId === absent.userId ? null : (
        <p className="text-sm text-ink-muted">{`Set by ${setBy.name}`}</p>
      )}
    </>
  );
}

function CoverList(props: {
  covers: readonly ListedCover[];
  userId: string;
  onEnd: (cover: ListedCover) => void;
}) {
  return (
    <ul className="flex flex-col">
      {props.covers.map((cover) => {
        const isOwn = cover.absent.userId === props.userId;
        return (
          <li
            key={cover.id}
            className="flex min-h-12 items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
          >
            <div className="min-w-0">
              <p className="truncate">
                {isOwn ? `${cover.covering.name} covers for you` : `You cover for ${cover.absent.name}`}
              </p>
              <Terms cover={cover} />
            </div>
            {isOwn ? (
              <Button
                look="quiet"
                flush="right"
                onPress={() => props.onEnd(cover)}
                aria-label={`End Cover by ${cover.covering.name}`}
              >
                End Cover
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function EndDialog(props: { cover: ListedCover; onDone: () => void }) {
  const { id, showId, covering } = props.cover;
  const flash = useToast();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    setBusy(true);
    try {
      await ask(api.api.covers[':id'].$delete({ param: { id }, query: { showId } }));
    } catch {
      flash('error', 'The cover could not be ended. Try again.');
    }
    props.onDone();
  };
  return (
    <ConfirmDialog
      title={`End the cover by ${covering.name}?`}
      isOpen
      danger
      confirm="End Cover"
      isBusy={busy}
      onCancel={props.onDone}
      onConfirm={() => void end()}
    >
      It ends at once. What was decided on your behalf stays decided.
    </ConfirmDialog>
  );
}

/** Who decides for the user in the open show while they are away, and for whom the user decides (COV-10). */
export function Covers() {
  const { show, user } = useSession();
  const read = async () => {
    const all = await ask(api.api.covers.$get({ query: { showId: show.id } }));
    const takesPart = ({ absent, covering, alternate }: ListedCover) =>
      [absent.userId, covering.userId, alternate?.userId].includes(user.id);
    return all.filter((cover) => cover.state !== 'ENDED' && takesPart(cover));
  };
  const { data, error, mutate } = useSWR<ListedCover[]>(keys.covers(show.id), read);
  const [ending, setEnding] = useState<ListedCover | null>(null);
  const [isSetting, setSetting] = useState(false);
  return (
    <section aria-label="Cover" className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">Cover</h3>
      {data ? (
        data.length > 0 ? (
          <CoverList covers={data} userId={user.id} onEnd={setEnding} />
        ) : null
      ) : error ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-ink-muted">The covers could not be read.</p>
          <Button onPress={() => void mutate()}>Try again</Button>
        </div>
      ) : (
        <Loading />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-muted">Away? Another approver can decide for you.</p>
        <Button onPress={() => setSetting(true)}>Set Cover</Button>
      </div>
      {ending ? (
        <EndDialog
          cover={ending}
          onDone={() => {
            setEnding(null);
            void mutate();
          }}
        />
      ) : null}
      {isSetting ? (
        <LazyOverlay onClose={() => setSetting(false)}>
          <SetCover onSent={() => void mutate()} onClose={() => setSetting(false)} />
        </LazyOverlay>
      ) : null}
    </section>
  );
}
