import { PDFArray, PDFDict, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import { TooComplex } from './limits.ts';

const key = (name: string) => PDFName.of(name);
/** What plays, or holds a file of its own. */
const acting = new Set(['/RichMedia', '/Screen', '/Movie', '/Sound', '/3D', '/FileAttachment']);

/** Links and comments of all pages of a file; pages may share one list of them. */
const annotationLimit = 20_000;

/** Fields of a form that is made part of its pages: the library looks for each among all objects. */
const fieldLimit = 1000;

function leadsToTheWeb(action: PDFDict): boolean {
  const address: PDFObject | undefined = action.lookup(key('URI'));
  const isText = address instanceof PDFString || address instanceof PDFHexString;
  return action.lookup(key('S')) === key('URI') && isText && /^(https?|mailto):/i.test(address.decodeText());
}

/** Whether an annotation may stay; what it would do by itself is taken from it. */
function isHarmless(note: PDFObject | undefined): boolean {
  if (!(note instanceof PDFDict) || acting.has(note.lookup(key('Subtype'))?.toString() ?? '')) return false;
  const action = note.lookup(key('A'));
  if (action instanceof PDFDict && leadsToTheWeb(action)) action.delete(key('Next'));
  else note.delete(key('A'));
  for (const name of ['AA', 'PA']) note.delete(key(name));
  return true;
}

/**
 * Takes from a document what its pages would do by themselves or at a touch; its links to the web stay. Throws
 * `TooComplex`.
 */
export function disarm(source: PDFDocument): void {
  let seen = 0;
  for (const { node } of source.getPages()) {
    // Tags of the other document mean nothing in this one.
    for (const name of ['StructParents', 'AA']) node.delete(key(name));
    const notes = node.Annots();
    if (!notes) continue;
    seen += notes.size();
    if (seen > annotationLimit) throw new TooComplex();
    const kept = notes.asArray().filter((_, index) => isHarmless(notes.lookup(index)));
    node.set(key('Annots'), source.context.obj(kept));
  }
}

/** Throws `TooComplex` for a form of very many fields: a few of them may name each other any number of times. */
export function mustHaveFewFields(source: PDFDocument): void {
  const form = source.catalog.lookup(key('AcroForm'));
  const open: (PDFObject | undefined)[] = form instanceof PDFDict ? [form.lookup(key('Fields'))] : [];
  for (let fields = 0, list = open.pop(); list !== undefined; list = open.pop()) {
    if (!(list instanceof PDFArray)) continue;
    fields += list.size();
    if (fields > fieldLimit) throw new TooComplex();
    for (let index = 0; index < list.size(); index += 1) {
      const field = list.lookup(index);
      if (field instanceof PDFDict) open.push(field.lookup(key('Kids')));
    }
  }
}
