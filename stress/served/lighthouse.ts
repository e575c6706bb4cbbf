import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { request } from '@playwright/test';
import { chromePath } from '../../scripts/chrome.mjs';
import { person, showId } from '../../tests/e2e/support/environment/person.ts';
import { freshProduct } from './product.ts';

const RUNS = 3;
const TOOL = 'lighthouse@12.8.2';
const least = 95;

interface Report {
  categories: Record<string, { title: string; score: number | null }>;
}

/** Runs Lighthouse once; a page behind the sign-in gets the cookie of a session. */
async function measure(url: string, isDesktop: boolean, cookie: string | null): Promise<Report> {
  const chrome = await chromePath();
  const options = [
    '--output=json',
    '--quiet',
    '--chrome-flags=--headless=new --no-sandbox',
    ...(isDesktop ? ['--preset=desktop'] : []),
    ...(cookie === null ? [] : [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`]),
  ];
  const { stdout } = await promisify(execFile)('npx', ['--yes', TOOL, url, ...options], {
    env: { ...process.env, ...(chrome && { CHROME_PATH: chrome }) },
    maxBuffer: 100 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Report;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Returns the main pages of the product, the form, and the review of the document that has waited longest. */
async function pagesOf(address: string) {
  const requests = await request.newContext({ baseURL: address });
  const approver = await person(requests, address, 'priya@backlot.example');
  const creator = await person(requests, address, 'dana@backlot.example');
  const query = `showId=${showId}&persona=APPROVER&page=1&count=1&sort=WAITING_SINCE,ASC`;
  const { poS } = await approver.post<{ poS: { id: string }[] }>(`/api/pos/filter?${query}`, {
    poStatuses: ['SUBMITTED_FOR_APPROVAL'],
    isWaiting: true,
  });
  await requests.dispose();
  const { cookie } = approver;
  return [
    { name: 'sign-in', path: '/api/auth/login', cookie: null },
    { name: 'queue', path: '/approvals', cookie },
    { name: 'list', path: '/po', cookie },
    { name: 'review', path: `/po/review/${poS[0]?.id}/approver`, cookie },
    { name: 'form', path: '/po/create', cookie: creator.cookie },
  ];
}

/** Prints the medians. Returns whether every one meets its limit. */
async function judge(address: string): Promise<boolean> {
  let isFine = true;
  for (const { name, path, cookie } of await pagesOf(address)) {
    for (const isDesktop of [false, true]) {
      const reports: Report[] = [];
      // Sequential, since they share the measured machine.
      for (let run = 0; run < RUNS; run += 1) reports.push(await measure(address + path, isDesktop, cookie));
      const scores = Object.entries(reports[0]?.categories ?? {}).map(([id, { title }]) => {
        const score = median(reports.map(({ categories }) => (categories[id]?.score ?? 0) * 100));
        isFine &&= score >= least;
        return `${title} ${Math.round(score)}`;
      });
      console.log(`${name.padEnd(8)} ${isDesktop ? 'desktop' : 'mobile '}  ${scores.join('  ')}`);
    }
  }
  return isFine;
}

const [, , running] = process.argv;
let isFine = false;
if (running) isFine = await judge(running);
else {
  const product = await freshProduct();
  try {
    await product.start();
    isFine = await judge(product.address());
  } finally {
    await product.end();
  }
}
process.exit(isFine ? 0 : 1);
