import { useParams } from 'react-router';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { useSession } from '../../../session/session.tsx';
import { failedToSendHref } from '../../documents/failed-to-send.ts';
import { FormFailure } from '../managed-form/form-failure.tsx';
import { LoadingForm } from '../managed-form/loading-form.tsx';
import { Section } from '../managed-form/section.tsx';
import { Failures } from './failures.tsx';
import { HistoryCheck } from './history-check.tsx';
import { LevelChip } from './overview.tsx';
import { useOverview, useShowReport } from './use-health.ts';
import type { ShowHealth, ShowReport } from './use-health.ts';
import { findings } from './findings.ts';
import { ageOf, pluralize, nameOf } from './words.ts';

/** Approval flows whose steps have too few approvers (DEC-23). */
function UnmetWorkflows({ show }: { show: ShowHealth }) {
  if (show.unmetSteps.length === 0) return null;
  return (
    <Section
      title="Approval flows"
      text="These steps need more approvals than there are people who can give them. Documents wait there."
    >
      <ul aria-label="Flows with too few approvers" className="-my-2 divide-y divide-line">
        {show.unmetSteps.map(({ flowId, flow, step, department, approvalsNeeded, ableToApprove }) => (
          <li key={`${flowId} ${step} ${department ?? ''}`} className="py-2">
            <p className="font-medium">
              {flow}, {step}
              {department === null ? '' : `, ${department}`}
            </p>
            <p className="text-sm text-ink-muted">
              {`Needs ${approvalsNeeded}, and ${ableToApprove === 0 ? 'nobody' : ableToApprove} can approve.`}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

const overview = { text: 'Health', href: '/setup/health' };

/** The health of one show: findings with advice, then all background work. */
export function ShowHealthPage() {
  const { id = '' } = useParams();
  const { data, error, isValidating, mutate } = useShowReport(id);
  useTitle('Health');
  const [show] = data?.shows ?? [];
  if (!data || !show) {
    if (error === undefined) return <LoadingForm />;
    return (
      <FormFailure
        text="The health of this show could not be read."
        list={overview}
        retry={{ onRetry: () => void mutate(), isBusy: isValidating, error }}
      />
    );
  }
  return (
    <>
      <div className="gutter">
        <PageHeader
          title="Health"
          detail={
            <>
              {show.name} · as of <Time at={data.at} />
            </>
          }
          acts={<AllShowsLink />}
        />
      </div>
      <div className="gutter max-w-[1200px] pb-8">
        <FindingsSection show={show} />
        <UnmetWorkflows show={show} />
        <Failures showId={show.id} failures={data.failures} total={show.failures} />
        <Waiting show={show} now={data.at} />
        <HistoryCheck show={show} amiss={data.amiss} />
        <SharedHealth report={data} />
      </div>
    </>
  );
}

/** A link to the other shows, for users who manage more than one. */
function AllShowsLink() {
  const { data } = useOverview();
  return (data?.shows.length ?? 0) > 1 ? <ButtonLink href={overview.href}>All Shows</ButtonLink> : null;
}

function FindingsSection({ show }: { show: ShowHealth }) {
  return (
    <Section title="Now" text="What was found, and what to do about it.">
      <div role="status" className="grid gap-3">
        <div>
          <LevelChip level={show.level} />
        </div>
        {show.findings.length === 0 ? (
          <p className="text-ink-muted">Everything is running. No action is needed.</p>
        ) : (
          <ul aria-label="What was found" className="grid gap-3">
            {show.findings.map((finding) => (
              <li key={finding}>
                <p className="font-medium">{findings[finding].text}</p>
                <p className="text-sm text-pretty text-ink-muted">{findings[finding].advice}</p>
                {finding === 'failed_to_send' ? <FailedToSend show={show} /> : null}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Section>
  );
}

const nouns = { PO: 'purchase order', INVOICE: 'invoice', PAYMENT: 'payment' } as const;

/** The documents that failed to send, by type. They are links only in the open show, to lists that the user has. */
function FailedToSend({ show }: { show: ShowHealth }) {
  const { show: open, rights } = useSession();
  const hasList = { PO: true, INVOICE: rights.invoices, PAYMENT: rights.payments };
  return (
    <ul aria-label="Documents that failed to send" className="flex flex-wrap items-center gap-3 pt-1 text-sm">
      {show.failedToSendByType.map(({ docType, count }) => {
        const text = pluralize(count, nouns[docType]);
        return (
          <li key={docType}>
            {show.id === open.id && hasList[docType] ? (
              <ButtonLink href={failedToSendHref(docType)}>{`Show ${text}`}</ButtonLink>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface Line {
  name: string;
  count: number;
  detail: string;
}

/** All pending work in one list. */
function waitingLines({ waiting, pdfs, runs, digests }: ShowHealth, now: string): Line[] {
  const since = (at: string | null) => (at === null ? '' : `the oldest for ${ageOf(at, now)}`);
  const others = [
    { name: 'PDFs being made', ...pdfs },
    { name: 'Bulk approvals under way', ...runs },
    { name: 'Events for the next digests', ...digests },
  ].filter(({ count }) => count > 0);
  return [
    ...waiting.map(({ kind, count, oldestAt, tried }) => ({
      name: nameOf(kind),
      count,
      detail: [since(oldestAt), tried > 0 ? `${tried} tried before` : ''].filter(Boolean).join(', '),
    })),
    ...others.map(({ name, count, oldestAt }) => ({ name, count, detail: since(oldestAt) })),
  ];
}

function Waiting(props: { show: ShowHealth; now: string }) {
  const lines = waitingLines(props.show, props.now);
  return (
    <Section title="Waiting" text="Background work in progress. Failed attempts are retried automatically.">
      {lines.length === 0 ? (
        <p className="text-ink-muted">Nothing waits.</p>
      ) : (
        <ul aria-label="Waiting" className="-my-2 divide-y divide-line">
          {lines.map(({ name, count, detail }) => (
            <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
              <span>{name}</span>
              <span className="figures">
                {count}
                <span className="text-sm text-ink-muted">{detail ? ` · ${detail}` : ''}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** What all shows share: the daily digests and the databases. */
function SharedHealth({ report }: { report: ShowReport }) {
  const { digests, versions } = report;
  return (
    <Section title="Backlot itself" text="What all shows share.">
      <dl className="-my-2 divide-y divide-line *:flex *:flex-wrap *:items-baseline *:justify-between *:gap-x-4 *:py-2.5">
        <div>
          <dt>Last digests</dt>
          <dd className="text-ink-muted">{digests ? <LastDigests {...digests} /> : 'None yet'}</dd>
        </div>
        {versions.map(({ database, version }) => (
          <div key={database}>
            <dt>Database {database}</dt>
            <dd className="min-w-0 break-words text-ink-muted">
              {version?.replace('.sql', '') ?? 'Version unknown'}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function LastDigests(props: { startedAt: string; plannedAt: string | null }) {
  return (
    <>
      Started <Time at={props.startedAt} />
      {props.plannedAt === null ? ', and still being handed out' : ''}
    </>
  );
}
