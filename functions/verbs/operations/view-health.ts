import { Refusal } from '#domain/codes';
import {
  failureReason,
  healthFindings,
  healthLevelOf,
  mayAdministerShow,
  nonRetryableKind,
  webhookKind,
} from '#domain/operations/health';
import type { HealthLevel } from '#domain/operations/health';
import { can, permissionsOf } from '#domain/identity/permissions';
import { parseSettings } from '#domain/settings';
import { readLastDigestDay } from '#store/directory/digest-days';
import { readLastSweep } from '#store/directory/last-sweep';
import { readActiveMembersOf } from '#store/directory/users';
import { readManagedShows } from '#store/directory/shows';
import { directory, storeFor } from '#store/d1/open';
import { readWorkflowHealth } from '#store/show/approval/workflow-health';
import { readDocumentNames, readFailures, readHealth } from '#store/show/operations/health';
import { settingsQuery } from '#store/show/management/settings';
import { readSchemaVersion } from '#store/d1/schema-version';
import { numberFor } from '#domain/identity/visibility';
import type { AdministeredShow, ShowAdministrator } from '#verbs/management/open-administered-show';
import { unmetStepsOf } from './unmet-workflows.ts';
import { isRunning } from './verify-histories.ts';
import { read } from '#store/d1/query';
import type { UnmetStep } from '#domain/workflow/workflow-template-response';
import type { DocumentName, Failure, Health, ShowHealth } from '#domain/operations/health-response';

/** Unfinished work of one kind: the count, and the time of the oldest. */
interface OpenWork {
  count: number;
  oldestAt: string | null;
}

/** More shows would make the page unreadable. */
const maxShows = 200;
const maxFailures = 100;

/** The shows that the user administers (DEC-11), the worst first. Throws `SHOW_NOT_IN_SESSION`, `FORBIDDEN`. */
export async function viewHealth({ env, user, from, now }: ShowAdministrator): Promise<Health> {
  if (!from) throw new Refusal('SHOW_NOT_IN_SESSION');
  const here = permissionsOf(from.membership);
  if (!can(here, 'Show', 'FULL')) throw new Refusal('FORBIDDEN');
  const { studioId } = from.show;
  const scope = can(here, 'Studio', 'FULL')
    ? ({ of: 'studio', studioId } as const)
    : ({ of: 'own' } as const);
  const page = { search: '', count: maxShows, page: 1 };
  const [{ shows }, deployment] = await Promise.all([
    readManagedShows(env, user.id, scope, page),
    readDeployment(env),
  ]);
  const administered = shows.filter((show) =>
    mayAdministerShow({
      targetShow: show.membership && permissionsOf(show.membership),
      currentShow: here,
      isSameStudio: show.studioId === studioId,
    }),
  );
  const showRefs = administered.map((show) => ({ ...show, isMember: show.membership !== null }));
  return healthOf(env, showRefs, deployment, now);
}

/** One show with its failed jobs, and the names of documents with inconsistent histories. */
export async function viewShowHealth({ env, store, show, isMember, now }: AdministeredShow) {
  const [health, rows, stored] = await Promise.all([
    healthOf(env, [{ ...show, isMember }], readDeployment(env), now),
    readFailures(store, maxFailures),
    read(settingsQuery(store)),
  ]);
  const faults = health.shows[0]?.history?.faults ?? [];
  const amiss = faults.length > 0 ? await readDocumentNames(store, [...new Set(faults.map(idOf))]) : [];
  const milestone = parseSettings(stored?.settings).displayPoNumbers;
  const nameOf = ({ id, docType, ...row }: Row): DocumentName => ({
    id,
    docType,
    number: numberFor({ type: docType, ...row }, milestone),
  });
  const failures = rows.map(({ id, kind, attempts, error, createdAt, doneAt, ...of }): Failure => {
    const { documentId, docType, number, prefix, milestones } = of;
    const isKnown = documentId !== null && docType !== null && number !== null && milestones !== null;
    return {
      id,
      kind,
      document: isKnown ? nameOf({ id: documentId, docType, number, prefix, milestones }) : null,
      attempts,
      reason: failureReason({ kind, attempts, error }),
      since: createdAt,
      endedAt: doneAt,
      mayRetry: kind !== nonRetryableKind,
    };
  });
  return { ...health, failures, amiss: amiss.map(nameOf) };
}

type Row = Awaited<ReturnType<typeof readDocumentNames>>[number];

function idOf({ documentId }: { documentId: string }): string {
  return documentId;
}

async function readDeployment(env: Env) {
  const [version, digests, sweptAt] = await Promise.all([
    readSchemaVersion(directory(env)),
    readLastDigestDay(env),
    readLastSweep(env),
  ]);
  return { version, digests, sweptAt };
}

type Deployment = Awaited<ReturnType<typeof readDeployment>>;
type ShowRef = Pick<ShowHealth, 'id' | 'name' | 'isMember'> & { shard: number };
type Rows = Awaited<ReturnType<typeof readHealth>>;

async function healthOf(
  env: Env,
  shows: readonly ShowRef[],
  deployment: Deployment | Promise<Deployment>,
  now: string,
): Promise<Health> {
  const byShard = [...Map.groupBy(shows, ({ shard }) => shard)].toSorted(([a], [b]) => a - b);
  const reads = Promise.all(
    byShard.map(async ([shard, own]) => {
      const ids = own.map(({ id }) => id);
      const { db } = storeFor(env, { id: '', shard });
      const [rows, flows, members] = await Promise.all([
        readHealth(db, ids, now),
        readWorkflowHealth(db, ids),
        readActiveMembersOf(env, ids),
      ]);
      const healths = own.map((show) => showHealth(show, rows, unmetStepsOf(show.id, flows, members), now));
      return { shard, version: rows.version, shows: healths };
    }),
  );
  const [shards, { version, digests, sweptAt }] = await Promise.all([reads, deployment]);
  return {
    at: now,
    shows: shards.flatMap((each) => each.shows).toSorted(worstFirst),
    versions: [
      { database: 'directory', version },
      ...shards.map((each) => ({ database: `shows-${each.shard}`, version: each.version })),
    ],
    digests,
    sweptAt,
  };
}

const levels: readonly HealthLevel[] = ['trouble', 'attention', 'well'];

function worstFirst(a: ShowHealth, b: ShowHealth): number {
  return levels.indexOf(a.level) - levels.indexOf(b.level) || a.name.localeCompare(b.name);
}

function showHealth(
  { id, name, isMember }: ShowRef,
  rows: Rows,
  unmetSteps: UnmetStep[],
  now: string,
): ShowHealth {
  const own = <Of extends { showId: string }>(all: readonly Of[]) => all.filter((row) => row.showId === id);
  const open = (all: readonly { showId: string; count: number; oldest: string | null }[]): OpenWork => {
    const [row] = own(all);
    return { count: row?.count ?? 0, oldestAt: row?.oldest ?? null };
  };
  const waiting = own(rows.waiting).map(({ kind, count, oldest, tried, resting }) => ({
    kind,
    count,
    oldestAt: oldest,
    tried,
    resting: resting ?? 0,
  }));
  const internal = waiting.filter(({ kind }) => kind !== webhookKind);
  const [pdfs, runs, digests] = [open(rows.pdfs), open(rows.runs), open(rows.digests)];
  const failures = own(rows.failed)[0]?.count ?? 0;
  const failedToSendByType = own(rows.failedToSend).map(({ docType, count }) => ({ docType, count }));
  const failedToSend = failedToSendByType.reduce((sum, { count }) => sum + count, 0);
  const accountingRestsUntil = own(rows.rests)[0]?.until ?? null;
  const [check] = own(rows.checks);
  const age = (at: string | null | undefined) =>
    at ? Math.floor((Date.parse(now) - Date.parse(at)) / 1000) : null;
  const findings = healthFindings({
    oldestWaiting: age(internal.map(({ oldestAt }) => oldestAt ?? now).toSorted()[0]),
    failures,
    failedToSend,
    accountingRests: accountingRestsUntil !== null,
    oldestPdf: age(pdfs.oldestAt),
    oldestRun: age(runs.oldestAt),
    oldestDigestItem: age(digests.oldestAt),
    oldestDeafEndpoint: age(own(rows.deaf)[0]?.since),
    amiss: check?.amiss ?? 0,
    unmetSteps: unmetSteps.length,
  });
  return {
    id,
    name,
    isMember,
    level: healthLevelOf(findings),
    findings,
    waiting,
    failures,
    failedToSend,
    failedToSendByType,
    accountingRestsUntil,
    pdfs,
    runs,
    digests,
    unmetSteps,
    history: check
      ? {
          askedAt: check.askedAt,
          isGoingOn: isRunning(check, now),
          finishedAt: check.finishedAt,
          documents: check.documents,
          events: check.events,
          amiss: check.amiss,
          faults: check.faults,
        }
      : null,
  };
}
