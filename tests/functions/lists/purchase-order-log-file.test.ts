import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LogColumn } from '#domain/lists/log-format';
import { stripInvisible } from '#domain/values/safe-text';
import { logFile } from '#edges/files/log-writer';
import { parseCsv } from '../../support/worker/output/parse-csv.ts';
import { aLine, create } from '../../support/worker/fixtures/client.ts';
import { csvOf, download, linesOf, logColumns, rental } from '../../support/worker/fixtures/log.ts';
import { openStudio, rowsOf, studioEnv, sql } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

describe('the same log as a workbook', () => {
  test('RP-01, DEC-68: numbers are numbers, days are dates, texts are texts, and the header row is frozen', async () => {
    const description = '=cmd|calc';
    const { id } = await create('dana', { description, lineItems: [aLine({ unitCost: 0.01 }), rental] });
    await sql.alpha`INSERT INTO send_history (id, show_id, document_id, send_type, is_successful, sender_first_name,
         sender_last_name, created_at)
       VALUES ('alpha1_sent', 'alpha1', ${id}, 'ACCOUNTING', 1, 'Lena', 'Stone', '2026-11-05T16:30:00.000Z')`;
    const response = await download('dana', '?format=xlsx&timeZone=Asia/Tokyo');
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    const book = await readXlsx(new Uint8Array(await response.arrayBuffer()), { readStyles: true });
    const [sheet] = book.sheets;
    expect(sheet?.name).toBe('PO Log');
    expect(sheet?.freezePane).toMatchObject({ rows: 1 });
    expect(sheet?.rows[0]).toEqual(logColumns);
    const own = sheet?.rows.filter((row) => row[logColumns.indexOf('Description')] === description) ?? [];
    const cell = (row: number, title: string) => own[row]?.[logColumns.indexOf(title)];
    expect(own).toHaveLength(2);
    expect(cell(0, 'Date')).toEqual(new Date('2026-11-03T00:00:00.000Z'));
    expect(cell(1, 'Rental End')).toEqual(new Date('2026-11-12T00:00:00.000Z'));
    expect(['Quantity', 'Unit Cost', 'Line Total', 'PO Total'].map((title) => cell(0, title))).toEqual([
      3, 0.01, 0.03, -29.97,
    ]);
    // Half past eight in the morning in Los Angeles, as the local time in Tokyo.
    expect(cell(1, 'Sent to Accounting')).toEqual(new Date('2026-11-06T01:30:00.000Z'));
    const cells = [...(sheet?.cells?.entries() ?? [])];
    expect(cells.filter(([, one]) => one.formula !== undefined)).toEqual([]);
    expect(sheet?.cells?.get('0,0')?.style?.font?.bold).toBe(true);
    expect(sheet?.cells?.get('1,0')?.style?.font?.bold ?? false).toBe(false);
  });
});

describe('the file itself', () => {
  const spices = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    '"',
    "'",
    ' ',
    ',',
    ';',
    'a',
    '1',
    '＝',
  );
  const texts = fc.array(fc.tuple(fc.string({ unit: spices }), fc.string(), fc.integer()), { maxLength: 8 });
  const column = (index: 0 | 1 | 2): LogColumn<[string, string, number]> => ({
    header: ['=A', 'B', 'C'][index] ?? '',
    kind: index === 2 ? 'amount' : 'text',
    width: 10,
    value: (row) => row[index],
  });
  const formatOptions = { dateFormat: null, timeZone: 'UTC' };
  const log = (rows: [string, string, number][]) => ({
    title: 'Log',
    columns: [column(0), column(1), column(2)],
    formatOptions,
    rows: everyOne(rows),
  });
  async function* everyOne<Row>(rows: readonly Row[]) {
    for (const row of rows) yield await Promise.resolve(row);
  }

  test('DEC-68: a text that XML cannot represent, or that looks like a format code, does not break the workbook', async () => {
    const hard = [
      '\uFFFE',
      'a\uFFFFb',
      'lone \uD800.',
      '_x0041_',
      '_x003d_1+1_x0041_x0042_',
      'a\r\nb\u0000',
      '<&>',
    ];
    const rows = hard.map((text): [string, string, number] => [text, '', 0]);
    const file = logFile(log(rows), 'xlsx');
    const book = await readXlsx(new Uint8Array(await new Response(file).arrayBuffer()));
    const [, ...read] = book.sheets[0]?.rows ?? [];
    expect(read.map(([first]) => first)).toEqual([
      '\uFFFD',
      'a\uFFFDb',
      'lone \uFFFD.',
      ...hard.slice(3, 5),
      'a\r\nb',
      '<&>',
    ]);
  });

  test('DEC-68: every cell of the parsed CSV equals what was typed, and none starts a formula', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (rows) => {
        const [header, ...read] = parseCsv(await new Response(logFile(log(rows), 'csv')).text());
        expect(header).toEqual(["'=A", 'B', 'C']);
        expect(read).toHaveLength(rows.length);
        read.forEach((cells, index) => {
          const [first = '', second = '', amount = ''] = cells;
          expect(cells).toHaveLength(3);
          const [one, other] = rows[index] ?? ['', ''];
          expect(first.endsWith(stripInvisible(one)) && second.endsWith(stripInvisible(other))).toBe(true);
          for (const cell of [first, second]) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝]/);
          expect(Number(amount) + 0).toBe((rows[index]?.[2] ?? 0) / 100 + 0);
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe('a log of many pages', () => {
  const orders = 1300;

  beforeAll(async () => {
    const rows = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)';
    const id = "printf('alpha1_many%05d', i)";
    await rowsOf(
      'alpha1',
      `${rows} INSERT INTO documents (id, show_id, type, status, submission_status, version, number, number_sort,
         description, creator_id, creator_name, owner_id, total_cents, milestones, created_at, updated_at)
       SELECT ${id}, 'alpha1', 'PO', 'DRAFT', 'Draft', 1, printf('%d', 900000 + i), printf('%012d', 900000 + i / 7),
         'Many', 'dana', 'Dana Stone', 'dana', i, '["SAVED_AS_DRAFT"]', '2026-11-03', '2026-11-03' FROM n`,
      orders,
    );
    await rowsOf(
      'alpha1',
      `${rows} INSERT INTO purchase_orders (document_id, show_id) SELECT ${id}, 'alpha1' FROM n`,
      orders,
    );
    await rowsOf(
      'alpha1',
      `${rows} INSERT INTO document_lines (id, show_id, document_id, line_number, total_cents)
       SELECT printf('alpha1_ml%05d-%d', i, line.value), 'alpha1', ${id}, line.value, i
       FROM n, json_each('[1,2,3]') line`,
      orders,
    );
  });

  test('DEC-68: no line is missing or repeated, in the order of numbers and lines', async () => {
    const lines = linesOf(await csvOf('dana'), 'Many').map((row) => `${row['PO Number']}/${row['Line No.']}`);
    const wanted = Array.from({ length: orders }, (_one, n) =>
      [1, 2, 3].map((line) => `${900001 + n}/${line}`),
    );
    expect(lines).toEqual(wanted.flat());
  });

  test('DEC-68: the first page costs the same as any other, however many lines the show has', async () => {
    const queries: { query: string; params: unknown[] }[] = [];
    const shard = studioEnv.SHOWS_0;
    const recorded = new Proxy(shard, {
      get: (target, name) => {
        if (name !== 'withSession') return Reflect.get(target, name) as unknown;
        return (constraint: string) => {
          const session = target.withSession(constraint);
          return {
            getBookmark: () => session.getBookmark(),
            batch: (all: D1PreparedStatement[]) => session.batch(all),
            prepare: (query: string) => {
              const statement = session.prepare(query);
              const bind = (...params: unknown[]) => {
                if (query.includes('document_lines')) queries.push({ query, params });
                return statement.bind(...params);
              };
              return Object.assign(Object.create(statement) as D1PreparedStatement, { bind });
            },
          };
        };
      },
    });
    Object.assign(studioEnv, { SHOWS_0: recorded });
    await csvOf('dana');
    Object.assign(studioEnv, { SHOWS_0: shard });
    const rowsRead = async (page: number) => {
      const { query = '', params = [] } = queries[page] ?? {};
      const { meta, results } = await shard
        .prepare(query)
        .bind(...params)
        .all();
      expect(results).toHaveLength(1000);
      return meta.rows_read;
    };
    const [first, second] = [await rowsRead(0), await rowsRead(1)];
    expect(second).toBeGreaterThan(1000);
    expect(first).toBeLessThan(1.5 * second);
  });

  test('DEC-68: it is sent while it is read, and reading stops when the client disconnects', async () => {
    let pages = 0;
    const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
    const shard = studioEnv.SHOWS_0;
    const counted = new Proxy(shard, {
      get: (target, name) => {
        if (name !== 'withSession') return Reflect.get(target, name) as unknown;
        return (constraint: string) => {
          const session = target.withSession(constraint);
          return {
            getBookmark: () => session.getBookmark(),
            batch: (all: D1PreparedStatement[]) => session.batch(all),
            prepare: (query: string) => {
              if (query.includes('document_lines')) pages += 1;
              return session.prepare(query);
            },
          };
        };
      },
    });
    Object.assign(studioEnv, { SHOWS_0: counted });
    for (const format of ['csv', 'xlsx']) {
      pages = 0;
      const whole = await (await download('dana', `?format=${format}`)).arrayBuffer();
      expect(whole.byteLength).toBeGreaterThan(10_000);
      const all = pages;
      expect(all).toBeGreaterThan(3);
      pages = 0;
      const response = await download('dana', `?format=${format}`);
      const reader = response.body?.getReader();
      for (let taken = 0; taken < 20_000;) taken += (await reader?.read())?.value?.length ?? Infinity;
      await pause();
      expect(pages, `${format}, nobody reads on`).toBeLessThan(all);
      const before = pages;
      await reader?.cancel();
      await pause();
      expect(pages - before, `${format}, canceled`).toBeLessThanOrEqual(1);
    }
    Object.assign(studioEnv, { SHOWS_0: shard });
  });
});
