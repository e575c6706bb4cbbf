import { PDFArray, PDFDict, PDFHexString, PDFName, PDFString } from '@cantoo/pdf-lib';
import type { PDFDocument, PDFObject } from '@cantoo/pdf-lib';
import { TooComplex } from './limits.ts';

const key = (name: string) => PDFName.of(name);
/** Annotations that play media or contain a file. */
const activeSubtypes = new Set(['/RichMedia', '/Screen', '/Movie', '/Sound', '/3D', '/FileAttachment']);

/** Maximum annotations on all pages of a file; pages may share one list of them. */
const annotationLimit = 20_000;

/** Maximum fields of a form to flatten: the library searches all objects for each. */
const fieldLimit = 1000;

function isWebLink(action: PDFDict): boolean {
  const address: PDFObject | undefined = action.lookup(key('URI'));
  const isText = address instanceof PDFString || address instanceof PDFHexString;
  return action.lookup(key('S')) === key('URI') && isText && /^(https?|mailto):/i.test(address.decodeText());
}

function isPassive(annotation: PDFObject | undefined): boolean {
  return (
    annotation instanceof PDFDict && !activeSubtypes.has(annotation.lookup(key('Subtype'))?.toString() ?? '')
  );
}

function stripActions(annotation: PDFDict): void {
  const action = annotation.lookup(key('A'));
  if (action instanceof PDFDict && isWebLink(action)) action.delete(key('Next'));
  else annotation.delete(key('A'));
  for (const name of ['AA', 'PA']) annotation.delete(key(name));
}

/** Removes actions that run on their own or on a click; links to the web stay. Throws `TooComplex`. */
export function removeActiveContent(source: PDFDocument): void {
  let annotationCount = 0;
  for (const { node } of source.getPages()) {
    // Structure tags refer to the source document.
    for (const name of ['StructParents', 'AA']) node.delete(key(name));
    const annotations = node.Annots();
    if (!annotations) continue;
    annotationCount += annotations.size();
    if (annotationCount > annotationLimit) throw new TooComplex();
    const passive = annotations.asArray().filter((entry) => isPassive(source.context.lookup(entry)));
    for (const entry of passive) stripActions(source.context.lookup(entry, PDFDict));
    node.set(key('Annots'), source.context.obj(passive));
  }
}

/** Throws `TooComplex` for a form with too many fields: a few fields may refer to each other any number of times. */
export function assertFieldLimit(source: PDFDocument): void {
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
