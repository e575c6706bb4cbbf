import { constants, inflateSync } from 'node:zlib';
import { PDFDict, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject } from '@cantoo/pdf-lib';

/** What the lists of objects of a file may unpack to in all: the library holds them whole, and a Worker has 128 MB. */
const unpackLimitBytes = 32 * 1024 * 1024;

/** How many bytes packed ones become; infinitely many beyond `limit`, none when they are no packed bytes. */
function unpackedLength(packed: Uint8Array, limit: number): number {
  try {
    const { Z_SYNC_FLUSH: finishFlush } = constants;
    return inflateSync(packed, { maxOutputLength: Math.max(limit, 1), finishFlush }).length;
  } catch (error) {
    return error instanceof RangeError ? Infinity : 0;
  }
}

/** Whether reading a PDF would unpack more than fits: a few kilobytes of it may hold gigabytes. */
export function unpacksTooFar(bytes: Uint8Array): boolean {
  const text = new TextDecoder('latin1').decode(bytes);
  let length = 0;
  for (const { index, 0: word } of text.matchAll(/\bstream\r?\n?/g)) {
    const from = text.lastIndexOf(' obj', index);
    // A name may be written with codes for its letters.
    const head = text
      .slice(Math.max(from, index - 2000), index)
      .replaceAll(/#([\da-f]{2})/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)));
    if (!/\/(ObjStm|XRef)\b/.test(head)) continue;
    // Nobody packs a list of objects twice, or in the old ways.
    const filters = head.match(/\w+Decode\b/g) ?? [];
    if (filters.some((filter) => filter !== 'FlateDecode') || filters.length > 1) return true;
    const end = text.indexOf('endstream', index);
    const start = index + word.length;
    if (filters.length === 1)
      length += unpackedLength(bytes.subarray(start, end < 0 ? undefined : end), unpackLimitBytes - length);
    if (length > unpackLimitBytes) return true;
  }
  return false;
}

const key = (name: string) => PDFName.of(name);
/** What plays, or holds a file of its own. */
const acting = new Set(['/RichMedia', '/Screen', '/Movie', '/Sound', '/3D', '/FileAttachment']);

function leadsToTheWeb(action: PDFDict): boolean {
  const address: PDFObject | undefined = action.lookup(key('URI'));
  const isText = address instanceof PDFString || address instanceof PDFHexString;
  return action.lookup(key('S')) === key('URI') && isText && /^(https?|mailto):/i.test(address.decodeText());
}

/** Takes from a document what its pages would do by themselves or at a touch; its links to the web stay. */
export function disarm(source: PDFDocument): void {
  for (const { node } of source.getPages()) {
    // Tags of the other document mean nothing in this one.
    for (const name of ['StructParents', 'AA']) node.delete(key(name));
    const notes = node.Annots();
    for (let index = (notes?.size() ?? 0) - 1; index >= 0; index -= 1) {
      const note = notes?.lookup(index);
      const isActing =
        !(note instanceof PDFDict) || acting.has(note.lookup(key('Subtype'))?.toString() ?? '');
      if (isActing) {
        notes?.remove(index);
        continue;
      }
      const action = note.lookup(key('A'));
      if (action instanceof PDFDict && leadsToTheWeb(action)) action.delete(key('Next'));
      else note.delete(key('A'));
      for (const name of ['AA', 'PA']) note.delete(key(name));
    }
  }
}
