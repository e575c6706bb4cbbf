import { zipSync } from 'fflate';
import { bytesOf, repeatToSize, concatBytes } from './bytes.ts';
import type { FileShape } from './shapes.ts';

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Parts of a workbook; each may be replaced. */
interface Parts {
  sheet: Uint8Array;
  texts?: Uint8Array;
  styles?: Uint8Array;
}

/**
 * Builds a workbook of one sheet. Its parts are stored uncompressed, so that the file has their size and no compression
 * ratio reveals it.
 */
export function workbook({ sheet, texts, styles }: Parts): Uint8Array {
  const targets = { worksheet: 'sheet.xml', sharedStrings: 'texts.xml', styles: 'styles.xml' };
  const related = Object.entries(targets).map(
    ([type, target]) => `<Relationship Id="${type}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return zipSync(
    {
      '[Content_Types].xml': bytesOf('<Types/>'),
      '_rels/.rels': bytesOf(
        `<Relationships><Relationship Id="r" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
      'xl/workbook.xml': bytesOf(
        '<workbook><sheets><sheet name="a" sheetId="1" r:id="worksheet"/></sheets></workbook>',
      ),
      'xl/_rels/workbook.xml.rels': bytesOf(`<Relationships>${related.join('')}</Relationships>`),
      'xl/sheet.xml': sheet,
      'xl/texts.xml': texts ?? bytesOf('<sst/>'),
      'xl/styles.xml': styles ?? bytesOf('<styleSheet/>'),
    },
    { level: 0 },
  );
}

const [sheetStart, sheetEnd] = ['<worksheet><sheetData>', '</sheetData></worksheet>'];

const shape = (name: string, make: (size: number) => Parts): FileShape => ({
  reader: 'XLSX',
  name,
  make: (size) => workbook(make(size)),
});
/** A sheet that repeats the same piece. */
const sheetOf = (name: string, piece: string, start = sheetStart, end = sheetEnd): FileShape =>
  shape(name, (size) => ({ sheet: repeatToSize(size, piece, start, end) }));
/** Sixty cells in each of two hundred rows. */
const cells = (cell: string) => repeatToSize(12_000 * cell.length + 46, cell, sheetStart, sheetEnd);

export const workbooks: readonly FileShape[] = [
  sheetOf('one row, again and again', '<row r="1"><c r="A1"><v>1</v></c></row>'),
  sheetOf('rows of one cell', '<row><c t="str"><v>Tungsten package</v></c></row>'),
  sheetOf('blank rows', '<row/>'),
  sheetOf('cells far away', '<row r="1"><c r="XFD1"/></row>'),
  sheetOf(
    'declared columns',
    '<col min="1" max="16384" width="9"/>',
    '<worksheet><cols>',
    '</cols></worksheet>',
  ),
  sheetOf('a tag without end', 'a', '<worksheet><sheetData><row a="', ''),
  sheetOf('openings of tags', '<'),
  sheetOf('attributes', 'a="" ', '<worksheet><c ', '/></worksheet>'),
  shape('blank texts', (size) => ({
    sheet: bytesOf(sheetStart + sheetEnd),
    texts: repeatToSize(size, '<si/>', '<sst>', '</sst>'),
  })),
  shape('one long text in every cell', (size) => ({
    sheet: cells('<c r="A1" t="s"><v>0</v></c>'),
    texts: repeatToSize(size, 'x', '<sst><si><t>', '</t></si></sst>'),
  })),
  shape('one long format in every cell', (size) => ({
    sheet: cells('<c r="A1" s="0"><v>1</v></c>'),
    styles: repeatToSize(
      size,
      '0',
      '<styleSheet><numFmts><numFmt numFmtId="200" formatCode="',
      '"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></styleSheet>',
    ),
  })),
  {
    reader: 'XLSX',
    name: 'small entries',
    make: (size) =>
      zipSync(
        Object.fromEntries(
          Array.from({ length: Math.min(65_000, size / 120) }, (_, at) => [`${at}`, bytesOf('x')]),
        ),
        { level: 0 },
      ),
  },
  {
    reader: 'XLSX',
    name: 'a zip of zeros',
    make: (size) => zipSync({ '[Content_Types].xml': Buffer.alloc(Math.min(size, 16_000_000)) }),
  },
  {
    reader: 'XLSX',
    name: 'ends of a zip',
    make: (size) => concatBytes(bytesOf('PK\u0003\u0004'), repeatToSize(size, 'PK\u0005\u0006')),
  },
];
