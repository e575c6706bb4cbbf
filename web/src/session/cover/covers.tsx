import { useState } from 'react';
import type { Cover } from '#domain/cover/cover-request';
import { formatLimit } from '#domain/currency/converted-text';
import { toCents } from '#domain/values/money';
import { api, ask } from '../../api.ts';
import { failureText } from '../../failure-text.ts';
import { Button } from '../../parts/controls/button.tsx';
import { Day } from '../../parts/display/date-format.tsx';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { ConfirmDialog } from '../../parts/overlays/dialog.tsx';
import { LazyOverlay } from '../../parts/overlays/lazy-overlay.tsx';
import { useToast } from '../../parts/overlays/toast.tsx';
import { useSession } from '../session.tsx';
import { coveredTypes } from './covered-types.ts';
import { NotCovered } from './not-covered.tsx';
import { useCovers } from './use-covers.ts';
import type { ListedCover } from './use-covers.ts';

/** The user whose approvals are covered; null for the signed-in user. */
export type Absent = Cover['absent'] | null;

const SetCover = lazyPart(async () => (await import('./set-cover.tsx')).SetCover);

const stateTexts = {
  PENDING: 'Awaits approval',
  UPCOMING: 'Upcoming',
  RUNNING: 'Running',
  ENDED: 'Ended',
} as const satisfies Record<Cover['state'], string>;

function Terms({ cover }: { cover: ListedCover }) {
  const { baseCurrency } = useSession().config.settings;
  const { state, firstDay, lastDay, types, amountLimit, alternate, setBy, absent, approvedBy } = cover;
  const names = coveredTypes.filter(({ id }) => types.includes(id)).map(({ text }) => text);
  const limit = amountLimit === null ? null : `up to ${formatLimit(toCents(amountLimit), baseCurrency)}`;
  return (
    <>
      <p className="text-sm text-ink-muted">
        {stateTexts[state]}
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
      {approvedBy ? <p className="text-sm text-ink-muted">{`Approved by ${approvedBy.name}`}</p> : null}
      <NotCovered cover={cover} />
    </>
  );
}

function headline({ absent, covering }: ListedCover, listedFor: Absent, userId: string): string {
  if (listedFor || absent.userId === userId) return `${covering.name} covers for ${listedFor?.name ?? 'you'}`;
  return `You ${covering.userId === userId ? 'cover' : 'are the alternate'} for ${absent.name}`;
}

/** Approves a cover that awaits it (COV-19). */
function Approve(props: { cover: ListedCover; onDone: () => void }) {
  const { id, showId, covering } = props.cover;
  const flash = useToast();
  const [isBusy, setBusy] = useState(false);
  const approve = async () => {
    setBusy(true);
    try {
      await ask(api.api.covers[':id'].approve.$post({ param: { id }, query: { showId } }));
    } catch (error) {
      flash('error', failureText(error, 'The cover could not be approved. Try again.'));
    }
    setBusy(false);
    props.onDone();
  };
  return (
    <Button
      look="primary"
      isPending={isBusy}
      onPress={() => void approve()}
      aria-label={`Approve Cover by ${covering.name}`}
    >
      Approve
    </Button>
  );
}

function CoverList(props: {
  covers: readonly ListedCover[];
  absent: Absent;
  onEnd: (cover: ListedCover) => void;
  onChanged: () => void;
}) {
  const { user } = useSession();
  return (
    <ul className="flex flex-col">
      {props.covers.map((cover) => {
        const mayEnd = props.absent !== null || cover.absent.userId === user.id;
        const isPending = props.absent !== null && cover.state === 'PENDING';
        const takesPart = [cover.covering, cover.alternate].some((one) => one?.userId === user.id);
        const end = isPending ? 'Decline' : 'End Cover';
        return (
          <li
            key={cover.id}
            className="flex min-h-12 items-center justify-between gap-x-4 gap-y-1 border-b border-line py-1.5 last:border-b-0 max-sm:flex-col max-sm:items-stretch"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere">{headline(cover, props.absent, user.id)}</p>
              <Terms cover={cover} />
            </div>
            <div className="flex flex-wrap justify-end gap-2">
              {isPending && !takesPart ? <Approve cover={cover} onDone={props.onChanged} /> : null}
              {mayEnd ? (
                <Button
                  look="quiet"
                  flush="right"
                  onPress={() => props.onEnd(cover)}
                  aria-label={`${end} by ${cover.covering.name}`}
                >
                  {end}
                </Button>
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function EndDialog(props: { cover: ListedCover; absent: Absent; onDone: () => void }) {
  const { id, showId, covering, state } = props.cover;
  const isDeclined = props.absent !== null && state === 'PENDING';
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
      title={`${isDeclined ? 'Decline' : 'End'} the cover by ${covering.name}?`}
      isOpen
      danger
      confirm={isDeclined ? 'Decline' : 'End Cover'}
      isBusy={busy}
      onCancel={props.onDone}
      onConfirm={() => void end()}
    >
      {isDeclined ? 'The absent user gets an e-mail.' : 'It ends at once. What was decided stays decided.'}
    </ConfirmDialog>
  );
}

/**
 * Who decides for the absent user in the open show; for the signed-in user also for whom they decide (COV-10, COV-11).
 */
export function Covers({ absent }: { absent: Absent }) {
  const { user } = useSession();
  const { data, error, mutate } = useCovers();
  const [ending, setEnding] = useState<ListedCover | null>(null);
  const [isSetting, setSetting] = useState(false);
  const isShown = (cover: ListedCover) => {
    if (cover.state === 'ENDED') return false;
    if (absent) return cover.absent.userId === absent.userId;
    return [cover.absent, cover.covering, cover.alternate].some((one) => one?.userId === user.id);
  };
  const shown = data?.filter(isShown);
  // Most users have no cover: a placeholder would only move the page when it goes.
  return (
    <div className="flex flex-col gap-3">
      {shown ? (
        shown.length > 0 ? (
          <CoverList covers={shown} absent={absent} onEnd={setEnding} onChanged={() => void mutate()} />
        ) : null
      ) : error ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="text-ink-muted">The covers could not be read.</p>
          <Button onPress={() => void mutate()}>Try again</Button>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-muted">
          {absent
            ? 'Another approver can decide in place of this user.'
            : 'Away? Another approver can decide for you.'}
        </p>
        <Button onPress={() => setSetting(true)}>Set Cover</Button>
      </div>
      {ending ? (
        <EndDialog
          cover={ending}
          absent={absent}
          onDone={() => {
            setEnding(null);
            void mutate();
          }}
        />
      ) : null}
      {isSetting ? (
        <LazyOverlay onClose={() => setSetting(false)}>
          <SetCover absent={absent} onSent={() => void mutate()} onClose={() => setSetting(false)} />
        </LazyOverlay>
      ) : null}
    </div>
  );
}
