import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { WorkerMessageHandler } from 'pdfjs-dist/legacy/build/pdf.worker.mjs';

// The reader would start a thread of its own; where its worker is there already, it uses that.
Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/** What a reader of each page sees, in the order of the page, with single spaces. */
export async function pageTexts(pdf: Uint8Array): Promise<string[]> {
  // The reader takes its bytes away from the caller.
  const task = getDocument({
    data: pdf.slice(),

    useSystemFonts: false,
    verbosity: 0,
  });
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
