import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PdfPage } from './pdf-page.tsx';
import { LoadingContent } from '../page/skeleton.tsx';
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

interface PdfSource {
  document: PDFDocumentProxy;
  close: () => void;
}

/** Opens a PDF; its scripts do not run. Throws what makes it unreadable. */
async function openPdf(blob: Blob): Promise<PdfSource> {
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

export interface PdfPagesProps {
  blob: Blob;
  label: string;
  /** CSS pixels of a page (AT-16). */
  width: number;
  /** Pages shrink to the available width; otherwise they scroll sideways. */
  fits: boolean;
  onFailed: () => void;
}

interface OpenedPdf extends PdfSource {
  /** Height divided by width of the first page, the initial ratio of the others. */
  ratio: number;
}

function usePdf(blob: Blob, onFailed: () => void): OpenedPdf | null {
  const [opened, setOpened] = useState<OpenedPdf | null>(null);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    let source: PdfSource | null = null;
    let isDisposed = false;
    const open = async () => {
      try {
        source = await openPdf(blob);
        const { width, height } = (await source.document.getPage(1)).getViewport({ scale: 1 });
        if (isDisposed) source.close();
        else setOpened({ ...source, ratio: height / width });
      } catch {
        if (isDisposed) source?.close();
        else failed();
      }
    };
    void open();
    return () => {
      isDisposed = true;
      source?.close();
    };
  }, [blob]);
  return opened;
}

/** The current width inside the box. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [available, setAvailable] = useState<number | null>(null);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measured = new ResizeObserver(([entry]) => setAvailable(Math.floor(entry?.contentRect.width ?? 0)));
    measured.observe(element);
    return () => measured.disconnect();
  }, []);
  return { box, available };
}

function visiblePage(box: HTMLElement): number {
  const middle = box.scrollTop + box.clientHeight / 2;
  const pages = [...box.querySelectorAll<HTMLElement>('[data-page]')];
  return Math.max(1, pages.findLastIndex((page) => page.offsetTop <= middle) + 1);
}

// Arrow keys and Page Down scroll the focused element.
const scrolledByKeys = { tabIndex: 0 };

/** A PDF as a column of pages, rendered by pdf.js: the same in every browser, and without scripts. */
export function PdfPages(props: PdfPagesProps) {
  const { blob, label, onFailed } = props;
  const opened = usePdf(blob, onFailed);
  const { box, available } = useWidth();
  const [current, setCurrent] = useState(1);
  const count = opened?.document.numPages ?? 0;
  const width = props.fits && available !== null ? Math.min(props.width, available) : props.width;
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="document"
        aria-label={label}
        {...scrolledByKeys}
        onScroll={(event) => setCurrent(visiblePage(event.currentTarget))}
        className="relative flex min-h-40 flex-1 flex-col gap-3 overflow-auto overscroll-contain p-3 outline-offset-[-2px]"
      >
        {opened && available !== null ? (
          Array.from({ length: count }, (_, index) => (
            <PdfPage
              key={index}
              document={opened.document}
              number={index + 1}
              width={width}
              ratio={opened.ratio}
              onFailed={onFailed}
            />
          ))
        ) : (
          <LoadingContent label={`Loading ${label}`} />
        )}
      </div>
      {count > 0 ? (
        <p className="figures pointer-events-none absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full bg-ink px-3 py-1 text-xs text-surface-raised">
          {`Page ${current} of ${count}`}
        </p>
      ) : null}
    </div>
  );
}

/** The first page as a small picture. */
export function PdfFirstPage(props: Pick<PdfPagesProps, 'blob' | 'width' | 'onFailed'>) {
  const { blob, width, onFailed } = props;
  const opened = usePdf(blob, onFailed);
  if (!opened) return null;
  return (
    <span aria-hidden inert className="pointer-events-none block self-start">
      <PdfPage document={opened.document} number={1} width={width} ratio={opened.ratio} onFailed={onFailed} />
    </span>
  );
}
