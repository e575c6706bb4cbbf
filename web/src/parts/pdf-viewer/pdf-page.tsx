import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { TextLayer } from 'pdfjs-dist';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useNearViewport } from '../hooks/use-near-viewport.ts';
import './pdf-pages.css';

/** Higher resolutions are not visible, and a phone's memory is small. */
const SHARPEST = 2;

export interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  /** CSS pixels. */
  width: number;
  /** Height divided by width, until the page has been read. */
  ratio: number;
  onFailed: () => void;
}

/** Renders a page and its text layer. Returns height divided by width. */
async function draw(
  page: PDFPageProxy,
  width: number,
  on: { canvas: HTMLCanvasElement; words: HTMLDivElement },
  signal: AbortSignal,
): Promise<number> {
  const natural = page.getViewport({ scale: 1 });
  const scale = width / natural.width;
  const viewport = page.getViewport({ scale });
  const sharpness = Math.min(devicePixelRatio, SHARPEST);
  const { canvas, words } = on;
  canvas.width = Math.round(viewport.width * sharpness);
  canvas.height = Math.round(viewport.height * sharpness);
  const task = page.render({ canvas, viewport: page.getViewport({ scale: scale * sharpness }) });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
  signal.throwIfAborted();
  words.replaceChildren();
  words.style.setProperty('--total-scale-factor', String(scale));
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: words, viewport });
  signal.addEventListener('abort', () => layer.cancel());
  await layer.render();
  return natural.height / natural.width;
}

/** One page, rendered when it is near the viewport. */
export function PdfPage(props: PdfPageProps) {
  const { document, number, width } = props;
  const [box, isNear] = useNearViewport<HTMLDivElement>(600);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState(props.ratio);
  const failed = useEffectEvent(props.onFailed);
  useEffect(() => {
    const on = canvas.current && words.current && { canvas: canvas.current, words: words.current };
    if (!isNear || !on) return undefined;
    const stop = new AbortController();
    const start = async () => {
      try {
        const page = await document.getPage(number);
        stop.signal.throwIfAborted();
        setRatio(await draw(page, width, on, stop.signal));
      } catch {
        if (!stop.signal.aborted) failed();
      }
    };
    void start();
    return () => stop.abort();
  }, [isNear, document, number, width]);
  return (
    <div
      ref={box}
      role="group"
      data-page={number}
      aria-label={`Page ${number} of ${document.numPages}`}
      style={{ width, height: Math.round(width * ratio) }}
      className="relative mx-auto shrink-0 overflow-hidden rounded-sm bg-surface-raised shadow-float"
    >
      {isNear ? <canvas ref={canvas} aria-hidden className="block size-full" /> : null}
      <div ref={words} className="pdf-words" />
    </div>
  );
}
