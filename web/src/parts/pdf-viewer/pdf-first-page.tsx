import { PdfPage } from './pdf-page.tsx';
import { usePdf } from './pdf-pages.tsx';

/** The first page of a PDF as a small picture. */
export function PdfFirstPage(props: { blob: Blob; width: number; onFailed: () => void }) {
  const { blob, width, onFailed } = props;
  const opened = usePdf(blob, onFailed);
  if (!opened) return null;
  return (
    <span aria-hidden inert className="pointer-events-none block self-start">
      <PdfPage document={opened.document} number={1} width={width} ratio={opened.ratio} onFailed={onFailed} />
    </span>
  );
}
