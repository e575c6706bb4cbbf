import { GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
import type { PDFDocumentLoadingTask, PDFDocumentProxy } from 'pdfjs-dist';

/** The worker of pdf.js and the files that documents may need: fonts, character maps, decoders of scans. */
const extras = new Map(
  Object.entries(
    import.meta.glob<string>(
      [
        '../../../../node_modules/pdfjs-dist/build/pdf.worker.min.mjs',
        '../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
        '../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
        '../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
      ],
      { query: '?url', import: 'default', eager: true },
    ),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

GlobalWorkerOptions.workerSrc = extras.get('pdf.worker.min.mjs') ?? '';

/** Loads such files from our own origin by their built, hashed names. */
class Extras {
  async fetch(wanted: { filename: string }): Promise<Uint8Array> {
    const url = extras.get(wanted.filename);
    if (url === undefined) throw new Error(`There is no ${wanted.filename}`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${wanted.filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

export interface PdfSource {
  document: PDFDocumentProxy;
  close: () => void;
}

/** Opens a PDF; its scripts do not run. Throws what makes it unreadable. */
export async function openPdf(blob: Blob): Promise<PdfSource> {
  const task: PDFDocumentLoadingTask = getDocument({
    data: new Uint8Array(await blob.arrayBuffer()),
    BinaryDataFactory: Extras,
    useWorkerFetch: false,
    useSystemFonts: false,
    disableWorkerRendering: true,
    enableXfa: false,
    verbosity: 0,
  });
  const close = () => void task.destroy();
  try {
    return { document: await task.promise, close };
  } catch (error) {
    close();
    throw error;
  }
}
