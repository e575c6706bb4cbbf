import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

// pdf.js would start a thread; it uses an existing worker instead.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/** pdf.js transfers the bytes, so that the caller would lose them. */
function open(pdf: Uint8Array) {
  return getDocument({ data: pdf.slice(), useSystemFonts: false, verbosity: 0 });
}

/** Returns the visible text of each page in page order, with single spaces. */
export async function pageTexts(pdf: Uint8Array): Promise<string[]> {
  const task = open(pdf);
  const document = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const parts = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : ''));
    texts.push(parts.join('').replace(/\s+/g, ' ').trim());
  }
  await task.destroy();
  return texts;
}

/** Position of a line of text on the rotated page, in points. */
interface Place {
  isUpright: boolean;
  fromTop: number;
  /** Distance of the line's own middle; negative is left. */
  fromMiddle: number;
}

/** Returns the positions of this line, one for each page that contains it. */
export async function placesOf(pdf: Uint8Array, line: string): Promise<Place[]> {
  const task = open(pdf);
  const document = await task.promise;
  const places: Place[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { transform: view, width } = page.getViewport({ scale: 1 });
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = view;
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str !== line) continue;
      const [ta = 0, tb = 0, , , x = 0, y = 0] = item.transform as number[];
      const direction = { x: a * ta + c * tb, y: b * ta + d * tb };
      places.push({
        isUpright: direction.x > 0 && Math.abs(direction.y) < 0.01,
        fromTop: b * x + d * y + f,
        fromMiddle: a * x + c * y + e + item.width / 2 - width / 2,
      });
    }
  }
  await task.destroy();
  return places;
}

/** A piece of text on a page, in points from the upper left corner. */
export interface TextBox {
  page: number;
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export interface LaidOut {
  /** Of each page. */
  sizes: { width: number; height: number }[];
  /** Upright text only: stamped text overlaps the page's content. */
  boxes: TextBox[];
}

/** Returns the position of every piece of text. */
export async function laidOut(pdf: Uint8Array): Promise<LaidOut> {
  const task = open(pdf);
  const document = await task.promise;
  const found: LaidOut = { sizes: [], boxes: [] };
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    found.sizes.push({ width, height });
    for (const item of (await page.getTextContent()).items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [size = 0, turned = 0, , , left = 0, y = 0] = item.transform as number[];
      if (Math.abs(turned) > 0.01) continue;
      const [right, line] = [left + item.width, height - y];
      const [top, bottom] = [line - 0.7 * size, line + 0.2 * size];
      found.boxes.push({ page: number, text: item.str, left, right, top, bottom });
    }
  }
  await task.destroy();
  return found;
}
