/**
 * Exports more than 50,000 purchase order lines as CSV and as a workbook and measures the Worker's memory (RP-01,
 * DEC-68). Serves the real product: `node stress/served/logs.ts`. Exits 1 on a violation.
 */
import { request as requests } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { person, type Person } from '../../tests/e2e/support/environment/person.ts';
import { freshProduct, type Product } from './product.ts';

const showId = 'longseason';
const leastLines = 50_000;
/** Six in ten are purchase orders, with three lines for every two orders. */
const documents = 58_000;
/** Memory limit of a Worker in production. */
const memoryLimit = 128;

const wrong: string[] = [];
const rounded = (value: number) => Math.round(value * 10) / 10;

interface LogExport {
  bytes: Uint8Array<ArrayBuffer>;
  seconds: number;
  /** Seconds until the first bytes. */
  firstSeconds: number;
  /** Maximum memory in MB above that before the export. */
  grownBy: number;
}

async function exportLog(product: Product, { cookie }: Person, format: 'csv' | 'xlsx'): Promise<LogExport> {
  const before = product.memory();
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, product.memory())), 200);
  const begin = Date.now();
  const since = () => rounded((Date.now() - begin) / 1000);
  const url = `${product.address()}/api/reports/download/po-log/${showId}?format=${format}`;
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok || !answer.body) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let firstSeconds = 0;
  for await (const chunk of answer.body) {
    if (chunks.length === 0) firstSeconds = since();
    chunks.push(chunk);
  }
  const seconds = since();
  clearInterval(watch);
  highest = Math.max(highest, product.memory());
  const bytes = new Uint8Array(await new Blob(chunks).arrayBuffer());
  return { bytes, seconds, firstSeconds, grownBy: rounded(highest - before) };
}

/** Texts of this show have no line breaks. */
function linesOfCsv(bytes: Uint8Array): number {
  return new TextDecoder().decode(bytes).trimEnd().split('\n').length - 1;
}

async function linesOfBook(bytes: Uint8Array): Promise<number> {
  const { sheets } = await readXlsx(bytes);
  return (sheets[0]?.rows.length ?? 0) - 1;
}

async function runCheck(product: Product): Promise<void> {
  await product.start();
  const request = await requests.newContext({ baseURL: product.address() });
  const who = await person(request, product.address(), 'rosalind@backlot.example', showId);
  await request.dispose();
  const rows: Record<string, Record<string, number>> = {};
  for (const format of ['csv', 'xlsx'] as const) {
    // Memory that the first export warms up, such as the database's cache, does not count.
    const runs = [await exportLog(product, who, format), await exportLog(product, who, format)];
    for (const [n, { bytes, ...measured }] of runs.entries()) {
      const lines = format === 'csv' ? linesOfCsv(bytes) : await linesOfBook(bytes);
      const megabytes = rounded(bytes.length / 1024 / 1024);
      rows[`${format} ${n + 1}`] = { lines, megabytes, ...measured };
      if (lines < leastLines) wrong.push(`${format}: ${lines} lines`);
    }
    const [, second] = runs;
    if (!second || second.grownBy > memoryLimit)
      wrong.push(`${format}: memory grew by ${second?.grownBy} MB`);
  }
  console.table(rows);
  if (new Set(Object.values(rows).map(({ lines }) => lines)).size !== 1)
    wrong.push('the files do not have the same lines');
}

const product = await freshProduct({ documents });
try {
  await runCheck(product);
} finally {
  await product.end();
}
for (const sentence of wrong) console.error(sentence);
console.log(wrong.length === 0 ? 'every line was sent' : 'not as it should be');
process.exitCode = wrong.length === 0 ? 0 : 1;
