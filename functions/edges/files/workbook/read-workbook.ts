import { isDateFormat, serialToDate } from 'hucre';
import { importLimits } from '#domain/import/table';
import type { ImportRow } from '#domain/import/table';
import { decodeWorkbookText } from './plain-text.ts';
import { readRows } from './read-rows.ts';
import { tooLarge, unreadable, UnreadableSpreadsheet } from './unreadable-workbook.ts';
import { walkXml } from './walk-xml.ts';
import { ZipParts } from './zip-parts.ts';

/**
 * Reads the non-blank rows of the first sheet, up to `limits`. The library that writes our workbooks has no limits when
 * it reads: it expands declared columns, fills the space before a distant cell, checks a number format per cell, and
 * parses shared strings, drawings and pivots into trees. A file of 5 KB takes it 40 seconds, one of 25 KB a gigabyte.
 * This reader unpacks and walks each part once and keeps only non-blank cells. Throws `UnreadableSpreadsheet`.
 */
export function readWorkbook(bytes: Uint8Array, limits: { rows: number; columns: number }): ImportRow[] {
  const parts = new ZipParts(bytes);
  // Every package of this format family has it.
  if (parts.text('[Content_Types].xml') === null) throw new UnreadableSpreadsheet(unreadable);
  const path = relationsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target;
  const book = path === undefined ? null : parts.text(path);
  if (path === undefined || book === null) throw new UnreadableSpreadsheet(unreadable);
  const { sheetId, is1904 } = readBook(book);
  const relations = relationsOf(parts, path);
  const partOf = (relationType: string) => {
    const target = relations.find(({ type }) => type === relationType)?.target;
    return target === undefined ? null : parts.text(target);
  };
  const sheetPath = relations.find(({ id, type }) => id === sheetId && type === 'worksheet')?.target;
  const sheet = sheetPath === undefined ? null : parts.text(sheetPath);
  if (sheet === null) throw new UnreadableSpreadsheet(unreadable);
  const workbook = {
    texts: readTexts(partOf('sharedStrings') ?? ''),
    isDay: readDayStyles(partOf('styles') ?? ''),
    dayOf: (serial: number) => {
      const day = serialToDate(serial, is1904);
      return Number.isNaN(day.getTime()) ? '' : day.toISOString().slice(0, 10);
    },
  };
  return readRows(sheet, workbook, limits);
}

interface Relation {
  id: string;
  /** The last segment of its URI, which is equal in both variants of the format. */
  type: string;
  target: string;
}

/** Returns the parts that a part refers to, with their paths in the file. */
function relationsOf(parts: ZipParts, path: string): Relation[] {
  const slash = path.lastIndexOf('/') + 1;
  const folder = path.slice(0, slash);
  const relations: Relation[] = [];
  walkXml(parts.text(`${folder}_rels/${path.slice(slash)}.rels`) ?? '', {
    open: (name, attributes) => {
      if (name !== 'Relationship') return;
      const values = attributes();
      const type = values.get('Type') ?? '';
      relations.push({
        id: values.get('Id') ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        target: resolvePath(folder, values.get('Target') ?? ''),
      });
    },
    close: () => undefined,
    text: () => undefined,
  });
  return relations;
}

function resolvePath(folder: string, target: string): string {
  const segments: string[] = [];
  for (const segment of (target.startsWith('/') ? target : folder + target).split('/'))
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  return segments.join('/');
}

function readBook(xml: string): { sheetId: string | null; is1904: boolean } {
  let [sheetId, is1904]: [string | null, boolean] = [null, false];
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'sheet') sheetId ??= attributes().get('id') ?? null;
      if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributes().get('date1904') ?? '');
    },
    close: () => undefined,
    text: () => undefined,
  });
  return { sheetId, is1904 };
}

/** Reads the shared strings and cleans each once, as thousands of cells may refer to the longest one. */
function readTexts(xml: string): string[] {
  const texts: string[] = [];
  let parts: string[] | null = null;
  let [isText, isPhonetic] = [false, false];
  walkXml(xml, {
    open: (name) => {
      if (name === 'si') parts = [];
      if (name === 'rPh') isPhonetic = true;
      if (name === 't') isText = !isPhonetic;
    },
    text: (text) => {
      if (isText) parts?.push(text());
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      texts.push(decodeWorkbookText((parts ?? []).join('')));
      parts = null;
      if (texts.length > importLimits.sharedTexts) throw new UnreadableSpreadsheet(tooLarge);
    },
  });
  return texts;
}

/** Excel rejects longer formats. */
const maxFormat = 255;

/** Checks each format once, instead of once per cell. */
function readDayStyles(xml: string): boolean[] {
  const formats = new Map<string, boolean>();
  const isDay: boolean[] = [];
  let isCellStyle = false;
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'cellXfs') isCellStyle = true;
      if (name === 'numFmt') {
        const [id, code] = [attributes().get('numFmtId') ?? '', attributes().get('formatCode') ?? ''];
        formats.set(id, code.length <= maxFormat && isDateFormat(code));
      }
      if (name !== 'xf' || !isCellStyle) return;
      const id = attributes().get('numFmtId') ?? '0';
      isDay.push(formats.get(id) ?? isDateFormat(id));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false;
    },
    text: () => undefined,
  });
  return isDay;
}
