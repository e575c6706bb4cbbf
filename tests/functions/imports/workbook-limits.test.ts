import { strToU8, zipSync } from 'fflate';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { importLimits } from '#domain/import/table';
import { readSpreadsheet } from '#edges/files/spreadsheet-reader';
import { zipLimits } from '#edges/files/workbook/zip-parts';
import { check } from '../../support/worker/fixtures/imports.ts';
import { openStudio } from '../../support/worker/fixtures/studio.ts';

beforeAll(openStudio);

const tooLarge = 'This file unpacks to too much.';
const unreadable = 'This file cannot be read. Save it as Excel (.xlsx) or CSV and try again.';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook of one sheet that no real program would write. */
function workbookOf(sheet: string, { texts = '', styles = '', more = {} } = {}): Uint8Array<ArrayBuffer> {
  const related = [
    ['worksheet', 'sheet.xml'],
    ['sharedStrings', 'texts.xml'],
    ['styles', '/xl/styles.xml'],
  ].map(([type, place]) => `<Relationship Id="${type}" Type="${relations}/${type}" Target="${place}"/>`);
  const parts = {
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${relations}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': '<x:workbook><x:sheets><x:sheet name="a" r:id="worksheet"/></x:sheets></x:workbook>',
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    'xl/sheet.xml': sheet,
    'xl/texts.xml': texts || '<sst/>',
    'xl/styles.xml': styles || '<styleSheet/>',
    ...more,
  };
  const zipped = zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
  return new Uint8Array(zipped);
}

const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const checkResult = async (file: Uint8Array<ArrayBuffer> | string) => {
  const { status, body } = await check(file);
  return [status, body.message ?? body.faults.map(({ message }) => message)];
};

describe('AT-20: a workbook is refused early', () => {
  test('entries that unpack to too much together are refused', async () => {
    const half = 'x y '.repeat(importLimits.unpackedBytes / 8);
    const stored = zipSync(
      { '[Content_Types].xml': strToU8(half), 'xl/a.xml': strToU8(half), 'xl/b.xml': strToU8('b') },
      { level: 0 },
    );
    expect(() => readSpreadsheet(stored)).toThrow(tooLarge);
  });

  test('an entry that unpacks to hundreds of times its size is refused', async () => {
    const file = workbookOf(sheetOf(' '.repeat(zipLimits.ratioBytes)));
    expect(await checkResult(file)).toEqual([400, tooLarge]);
  });

  test('more entries than a workbook has are refused', async () => {
    const more = Object.fromEntries(Array.from({ length: zipLimits.entries }, (_, at) => [`xl/${at}`, 'x']));
    expect(await checkResult(workbookOf(sheetOf(''), { more }))).toEqual([400, tooLarge]);
  });

  test('more shared texts than its cells could refer to are refused', async () => {
    // Different texts, so that the compression ratio alone does not refuse the file.
    const text = (at: number) => `<si><t>${(at * 7919) % 100_003}</t></si>`;
    const texts = Array.from({ length: importLimits.sharedTexts + 1 }, (_, at) => text(at)).join('');
    expect(await checkResult(workbookOf(sheetOf(''), { texts: `<sst>${texts}</sst>` }))).toEqual([
      400,
      tooLarge,
    ]);
  });

  test.each([
    ['a cell outside of any sheet', sheetOf('<row><c r="XFE1"><v>1</v></c></row>')],
    ['a row outside of any sheet', sheetOf('<row r="1048577"><c><v>1</v></c></row>')],
    ['a row of no number', sheetOf('<row r="1e999"><c><v>1</v></c></row>')],
    ['a tag without end', '<worksheet><sheetData><row r="1'],
    ['a comment without end', '<worksheet><!-- '],
    ['a document type of its own', `<!DOCTYPE a [<!ENTITY b "c">]>${sheetOf('')}`],
    ['a tag of megabytes', sheetOf(`<row ${'a="" '.repeat(2000)}/>`)],
  ])('%s', async (_, sheet) => {
    expect(await checkResult(workbookOf(sheet))).toEqual([400, unreadable]);
  });

  test('an entry whose bytes differ from its directory is refused', async () => {
    const file = workbookOf(sheetOf('<row><c><v>1234567</v></c></row>'));
    const view = new DataView(file.buffer);
    const at = view.getUint32(file.length - 22 + 16, true);
    view.setUint32(at + 16, view.getUint32(at + 16, true) ^ 1, true);
    expect(await checkResult(file)).toEqual([400, unreadable]);
  });
});

describe('AT-20: amplification by a small file', () => {
  const everywhere = (cell: string) =>
    sheetOf(Array.from({ length: 500 }, () => `<row>${cell.repeat(importLimits.columns)}</row>`).join(''));
  const long = Array.from({ length: 300_000 }, (_, at) => (at * 7919) % 100_003).join('');

  test('one long text in 30,000 cells is converted once', () => {
    const rows = readSpreadsheet(
      workbookOf(everywhere('<c t="s"><v>0</v></c>'), { texts: `<sst><si><t>${long}</t></si></sst>` }),
    );
    expect(rows).toHaveLength(500);
    expect(rows[499]?.cells[59]).toBe(long.slice(0, importLimits.cell + 1));
  });

  test('a number format is parsed once for each style, and not at all when it is too long', () => {
    const formats = `<numFmts><numFmt numFmtId="200" formatCode="${'0'.repeat(3000)}yyyy"/><numFmt numFmtId="201" formatCode="yyyy"/></numFmts>`;
    const styles = `<styleSheet>${formats}<cellXfs><xf numFmtId="200"/><xf numFmtId="201"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
    const cells = [0, 1, 2].map((style) => `<c s="${style}"><v>46000</v></c>`).join('');
    const [row] = readSpreadsheet(workbookOf(sheetOf(`<row>${cells}</row>`), { styles }));
    expect(row?.cells).toEqual([46_000, '2025-12-09', '2025-12-09']);
  });

  test('declared columns, distant blank cells and blank rows are not filled in', () => {
    const columns = '<cols>' + '<col min="1" max="16384" width="9"/>'.repeat(5000) + '</cols>';
    const blank = '<row><c r="XFD9"/></row>'.repeat(importLimits.rows * 2);
    const far =
      '<row r="1048576"><c r="B1048576" t="inlineStr"><is><r><t>a&amp;</t></r><r><t>b</t></r><rPh><t>x</t></rPh></is></c></row>';
    expect(
      readSpreadsheet(workbookOf(`<worksheet>${columns}<sheetData>${blank}${far}</sheetData></worksheet>`)),
    ).toEqual([{ number: 1_048_576, cells: ['', 'a&b'] }]);
  });
});

describe('AT-20: a sheet with too many rows or columns is refused, and nothing is dropped silently', () => {
  const heads = ['Department', 'Description', 'Unit Cost'];
  const wide = (filled: string) => [...heads, ...Array.from({ length: 70 }, () => ''), filled];
  const tooManyColumns = 'There are more than 60 columns.';

  test('columns of a workbook and of a CSV file are limited', async () => {
    const book = async (rows: (string | number | null)[][]) =>
      new Uint8Array(await writeXlsx({ sheets: [{ name: 'POs', rows }] }));
    const row = ['Art', 'Lamps', 1];
    expect(await checkResult(await book([wide('Far'), row]))).toEqual([200, [tooManyColumns]]);
    expect(await checkResult([wide('Far'), row].map((cells) => cells.join(',')).join('\n'))).toEqual([
      200,
      [tooManyColumns],
    ]);
    expect(await checkResult([heads, wide('x')].map((cells) => cells.join(',')).join('\n'))).toEqual([
      200,
      [tooManyColumns],
    ]);
    // Blank columns do not count.
    expect((await checkResult(await book([wide(''), row])))[1]).not.toContain(tooManyColumns);
    expect((await checkResult([wide(' '), row].map((cells) => cells.join(',')).join('\n')))[1]).not.toContain(
      tooManyColumns,
    );
  });

  test('every row of a workbook of the maximum size is read', () => {
    const row = (at: number) =>
      `<row><c><v>${at}</v></c><c t="str"><v>${(at * 7919) % 100_003}</v></c></row>`;
    const rows = Array.from({ length: importLimits.rows + 1 }, (_, at) => row(at + 1)).join('');
    expect(readSpreadsheet(workbookOf(sheetOf(rows))).map(({ cells }) => cells[0])).toEqual(
      Array.from({ length: importLimits.rows + 1 }, (_, at) => at + 1),
    );
  });

  test('rows are limited, however far apart', async () => {
    const row = (at: number) => `<row r="${at * 9}"><c r="A${at * 9}"><v>${at}</v></c></row>`;
    const rows = Array.from({ length: importLimits.rows + 2 }, (_, at) => row(at + 1)).join('');
    const [status, messages] = await checkResult(workbookOf(sheetOf(rows)));
    expect(status).toBe(200);
    expect(messages).toContain('There are more than 2,000 rows.');
  });
});
