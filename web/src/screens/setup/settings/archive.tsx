import { useRef, useState } from 'react';
import { Archive as ArchiveIcon, Download } from 'lucide-react';
import useSWR from 'swr';
import { archiveRetentionDays } from '#domain/operations/archive';
import { ApiError, api, ask } from '../../../api.ts';
import { keys } from '../../../keys.ts';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { ProgressBar } from '../../../parts/controls/progress-bar.tsx';
import { sizeText } from '../../../parts/display/file-size.ts';
import { useRestoreFocus } from '../../../parts/hooks/use-restore-focus.ts';
import { useSession } from '../../../session/session.tsx';
import { messageFor } from '../../../words.ts';
import { Rows, Section } from '../managed-form/section.tsx';
import { AuditLog } from './audit-log.tsx';
import { readOnlyText, useIsReadOnly } from './show-details.ts';
import type { Archive } from '#domain/operations/archive-response';

const pollIntervalMs = 2000;

function useArchives() {
  const { show } = useSession();
  const isReadOnly = useIsReadOnly();
  const { data, error, mutate, isValidating } = useSWR(
    isReadOnly ? null : keys.managed(show.id, 'archives'),
    async () => (await ask(api.api.archives.$get({ query: { showId: show.id } }))).archives,
    {
      refreshInterval: (archives) =>
        archives?.some(({ status }) => status === 'in_progress') ? pollIntervalMs : 0,
    },
  );
  return { archives: data, error, retry: () => void mutate(), isBusy: isValidating, showId: show.id };
}

function errorText(failure: unknown): string | undefined {
  return failure instanceof ApiError ? (failure.text ?? messageFor(failure.code)) : undefined;
}

/**
 * The archive of a whole show, at wrap: made in the background, downloadable for some days, with the audit log below.
 */
export function ArchiveShow() {
  const isReadOnly = useIsReadOnly();
  const flash = useToast();
  const [isStarting, setStarting] = useState(false);
  const { archives, error, retry, isBusy, showId } = useArchives();
  const start = async () => {
    setStarting(true);
    try {
      await ask(api.api.archives.$post({ query: { showId } }));
      flash(
        'info',
        'The show is being archived. You can leave this page. You will get an e-mail when it is ready.',
      );
    } catch (failure) {
      flash('error', errorText(failure));
    } finally {
      setStarting(false);
      retry();
    }
  };
  const isMaking = archives?.some(({ status }) => status === 'in_progress') ?? false;
  const reason = isReadOnly ? readOnlyText : isMaking ? 'An archive is being made.' : null;
  return (
    <>
      <Section
        title="Archive"
        text={`The whole show in zip files, kept for ${archiveRetentionDays} days.`}
        action={
          <Button look="primary" onPress={() => void start()} isPending={isStarting} reason={reason}>
            <ArchiveIcon aria-hidden className="size-4" />
            Archive the show
          </Button>
        }
      >
        <p className="max-w-[42rem] pb-4 text-sm text-pretty text-ink-muted">
          Every purchase order, invoice and payment as data, sheet and PDF, with its attachments and its
          history. It is made in the background; a few hundred documents take some minutes.
        </p>
        {error !== undefined && !archives ? (
          <LoadFailure text="The archives could not be read." onRetry={retry} isBusy={isBusy} error={error} />
        ) : null}
        {archives?.length === 0 ? <EmptyState>The show has not been archived yet.</EmptyState> : null}
        {isReadOnly ? <EmptyState>{readOnlyText}</EmptyState> : null}
        {archives && archives.length > 0 ? (
          <div className="border-t border-line pt-4">
            <Rows>
              {archives.map((archive) => (
                <ArchiveRow key={archive.id} archive={archive} onCancelled={retry} />
              ))}
            </Rows>
          </div>
        ) : null}
      </Section>
      <AuditLog />
    </>
  );
}

const states = {
  in_progress: null,
  ready: (
    <Chip tone="positive" shape="check">
      Ready
    </Chip>
  ),
  failed: (
    <Chip tone="negative" shape="cross">
      Failed
    </Chip>
  ),
  cancelled: null,
  removed: <Chip shape="dot">No longer kept</Chip>,
} as const satisfies Record<Archive['status'], unknown>;

function countText({ done, total, status }: Archive): string {
  const count =
    status === 'in_progress'
      ? `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
      : done.toLocaleString('en-US');
  return `${count} ${done === 1 && status !== 'in_progress' ? 'document' : 'documents'}`;
}

/** Cancels an archive in progress after a confirmation. The part that is done is lost. */
function CancelArchive({ id, onCancelled }: { id: string; onCancelled: () => void }) {
  const flash = useToast();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const cancel = async () => {
    setBusy(true);
    try {
      await ask(api.api.archives[':id'].$delete({ param: { id } }));
    } catch (failure) {
      flash('error', errorText(failure));
    }
    setBusy(false);
    setAsking(false);
    onCancelled();
  };
  return (
    <>
      <Button look="quiet" flush="right" onPress={() => setAsking(true)}>
        Cancel Archive
      </Button>
      <ConfirmDialog
        title="Cancel this archive?"
        isOpen={isAsking}
        danger
        confirm="Cancel Archive"
        cancel="Keep Archiving"
        isBusy={isBusy}
        onCancel={() => setAsking(false)}
        onConfirm={() => void cancel()}
      >
        The part that is already done will be lost. Nothing in the show changes.
      </ConfirmDialog>
    </>
  );
}

/** An archive: its requester, date, progress and downloads. */
function ArchiveRow({ archive, onCancelled }: { archive: Archive; onCancelled: () => void }) {
  const { id, status, parts, cancelledBy } = archive;
  const box = useRef<HTMLDivElement>(null);
  useRestoreFocus(box);
  return (
    <div ref={box} className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="min-w-0">
          <Time at={archive.createdAt} />
          <span className="text-ink-muted">{` · ${archive.userName} · ${countText(archive)}`}</span>
        </p>
        {status === 'cancelled' ? (
          <Chip shape="dot">{`Canceled by ${cancelledBy ?? ''}`}</Chip>
        ) : (
          states[status]
        )}
      </div>
      {status === 'in_progress' ? (
        <div className="flex items-center gap-4">
          <div className="grow">
            <ProgressBar
              label="Archiving"
              percent={archive.total === 0 ? null : Math.min(100, (100 * archive.done) / archive.total)}
              hideLabel
            />
          </div>
          <CancelArchive id={id} onCancelled={onCancelled} />
        </div>
      ) : null}
      {status === 'ready' ? (
        <div className="flex flex-wrap items-center gap-2">
          {parts.map(({ part, size: bytes, fileName }) => (
            <ButtonLink key={part} href={`/api/archives/${id}/${part}`} download={fileName}>
              <Download aria-hidden className="size-4" />
              {`${parts.length > 1 ? `Part ${part}` : 'Download'} (${sizeText(bytes)})`}
            </ButtonLink>
          ))}
          <p className="text-sm text-ink-muted">
            {'Kept until '}
            <Time at={archive.keptUntil} />
          </p>
        </div>
      ) : null}
    </div>
  );
}
