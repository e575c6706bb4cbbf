import { setTimeout as pause } from 'node:timers/promises';
import { migrationNames } from '../../migrate.mjs';
import { CheckFailure, LeftOut } from './outcome.mjs';

/** @typedef {import('./user.mjs').CheckUser} CheckUser */
/** @typedef {{ at: string, sweptAt: string | null, shows: { level: string }[], versions: { database: string, version: string | null }[] }} Health */

/** The sweep runs every minute; a deployment or a slow minute delays it. */
const maxSweepAgeMs = 5 * 60_000;
const pdfTimeoutMs = 120_000;
const pdfPollMs = 1000;

const seeLogs = 'see the logs of the Worker.';
const needsSession = 'set BACKLOT_CHECK_USER and BACKLOT_CHECK_PASSWORD, or BACKLOT_CHECK_SESSION.';

/** @param {CheckUser} user @returns {Promise<string[]>} ids of the user's shows */
export async function showsOf(user) {
  const answer = await user.send('GET', '/api/users/shows');
  if (!answer.ok) throw new CheckFailure(`the shows have status ${answer.status}.`, seeLogs);
  /** @type {{ shows: { id: string }[] }} */
  const { shows } = JSON.parse(await answer.text());
  return shows.map(({ id }) => id);
}

/**
 * Health answers: databases have the migrations of this tree.
 * @param {Health} health
 */
export function checkHealth({ shows, versions }) {
  const newest = (/** @type {string} */ kind) => migrationNames(`migrations/${kind}`).at(-1);
  const outdated = versions.filter(
    ({ database, version }) => (version ?? '') < (newest(database === 'directory' ? database : 'show') ?? ''),
  );
  if (outdated.length > 0)
    throw new CheckFailure(
      `${outdated.map(({ database, version }) => `${database} is at ${version}`).join(', ')}.`,
      'npm run deploy, from the tree that is deployed.',
    );
  const counts = Map.groupBy(shows, ({ level }) => level);
  const levels = [...counts].map(([level, of]) => `${of.length} ${level}`).join(', ');
  return `${versions.length} databases are up to date; shows: ${levels}`;
}

/** @param {Health} health */
export function checkCron({ at, sweptAt }) {
  const next = 'see Cron Triggers of the Worker in the dashboard; npm run deploy.';
  if (sweptAt === null) throw new CheckFailure('no sweep has ended yet.', next);
  const age = Date.parse(at) - Date.parse(sweptAt);
  const text = `the last sweep ended ${Math.max(0, Math.round(age / 1000))} s ago`;
  if (age > maxSweepAgeMs) throw new CheckFailure(`${text}.`, next);
  return text;
}

/**
 * @param {CheckUser} user
 * @param {string} show
 * @returns {Promise<Health>}
 */
export async function readHealth(user, show) {
  if (user.kind === 'token') throw new LeftOut('an API token cannot read health.', needsSession);
  const answer = await user.send('GET', `/api/health?showId=${show}`);
  if (answer.status === 403)
    throw new LeftOut(`${user.email} does not administer the show.`, 'sign in as a Show Admin.');
  if (!answer.ok) throw new CheckFailure(`health has status ${answer.status}.`, seeLogs);
  return JSON.parse(await answer.text());
}

/**
 * Prints a document that the user may see. A PDF changes no document and is removed after a day.
 * @param {CheckUser} user
 * @param {readonly string[]} shows
 */
export async function checkPdf(user, shows) {
  const document = await anyDocument(user, shows);
  if (!document) throw new LeftOut('the user may see no document.', 'repeat the check when there is one.');
  const { showId, docType, id } = document;
  const body = { docId: id, docType, showId, userId: user.id || 'check', persona: 'CREATOR' };
  const started = await user.send('POST', `/api/reports/pdf/generate?showId=${showId}`, body);
  if (started.status === 403 && user.kind === 'token')
    throw new LeftOut('the token has no scope for PDFs.', 'add the scope reports:read.');
  const next = 'see the logs (event "pdf failed"), and limits of Browser Rendering.';
  if (!started.ok) throw new CheckFailure(`the PDF was refused with status ${started.status}.`, next);
  /** @type {{ data: { taskId: string } }} */
  const { data: task } = JSON.parse(await started.text());
  const startedAt = Date.now();
  for (; Date.now() - startedAt < pdfTimeoutMs; await pause(pdfPollMs)) {
    const answer = await user.send('GET', `/api/reports/pdf/download/${task.taskId}`);
    /** @type {{ data: { status: string, error?: string, downloadUrl?: string } | null }} */
    const { data } = JSON.parse(await answer.text());
    if (data?.status === 'error') throw new CheckFailure(`the PDF failed: ${data.error}`, next);
    if (data?.status !== 'success' || data.downloadUrl === undefined) continue;
    const file = await user.send('GET', data.downloadUrl);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (new TextDecoder().decode(bytes.subarray(0, 5)) !== '%PDF-')
      throw new CheckFailure(`the file of the PDF has status ${file.status}.`, next);
    return `${bytes.length} bytes in ${Math.round((Date.now() - startedAt) / 1000)} s`;
  }
  throw new CheckFailure(`no PDF within ${pdfTimeoutMs / 1000} s.`, next);
}

/** @param {CheckUser} user @param {readonly string[]} shows */
async function anyDocument(user, shows) {
  const lists = /** @type {const} */ ([
    ['pos', 'PO', 'poS'],
    ['invoices', 'INVOICE', 'invoices'],
    ['payments', 'PAYMENT', 'payments'],
  ]);
  for (const showId of shows)
    for (const [path, docType, rows] of lists) {
      const answer = await user.send('POST', `/api/${path}/filter?showId=${showId}&count=1&page=1`, {});
      if (!answer.ok) continue;
      /** @type {Record<string, { id: string }[]>} */
      const list = JSON.parse(await answer.text());
      const id = list[rows]?.[0]?.id;
      if (id !== undefined) return { showId, docType, id };
    }
  return null;
}

/** @param {CheckUser} user @param {string} show */
export async function checkMail(user, show) {
  if (user.kind === 'token') throw new LeftOut('an API token cannot send a test e-mail.', needsSession);
  const answer = await user.send('POST', `/api/health/test-mail?showId=${show}`, {});
  if (answer.status === 403)
    throw new LeftOut(`${user.email} does not administer the show.`, 'sign in as a Show Admin.');
  if (answer.ok) return `sent to ${user.email}: see that it arrived`;
  /** @type {{ code?: string, message?: string }} */
  const { code, message } = await answer.json().catch(() => ({}));
  throw new CheckFailure(
    `it was not sent: ${message ?? code ?? `status ${answer.status}`}`,
    'npx wrangler email sending list; the domain of mailFrom must be onboarded.',
  );
}
