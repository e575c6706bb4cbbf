import { Suspense, lazy, useState } from 'react';
import { previewKind } from '#domain/documents/attachments';
import { LoadingContent } from '../../parts/page/skeleton.tsx';
import { useIsPhone } from '../../parts/hooks/use-breakpoint.ts';
import { fileTexts } from './use-file.ts';
import type { Loaded, ViewedFile } from './use-file.ts';

// The PDF viewer is larger than the rest of a screen: it loads with the first PDF.
const PdfPages = lazy(async () => ({
  default: (await import('../../parts/pdf-viewer/pdf-pages.tsx')).PdfPages,
}));

/** Page widths in CSS pixels (AT-16). */
const pageWidth = { small: 600, other: 800 } as const;

const messageClass =
  'grid min-h-40 flex-1 place-items-center content-center px-4 py-10 text-center text-ink-muted';

function Failed(props: { reason: string | null }) {
  return (
    <div role="alert" className={messageClass}>
      <p className="text-ink">{fileTexts.preview}</p>
      {props.reason === null ? null : <p className="text-sm">{props.reason}</p>}
    </div>
  );
}

function Previewed(props: { file: ViewedFile; blob: Blob; url: string; fits: boolean }) {
  const { file, blob, url } = props;
  const phone = useIsPhone();
  const [isBroken, setBroken] = useState(false);
  const broke = () => setBroken(true);
  if (isBroken) return <Failed reason={null} />;
  if (previewKind(file.label) === 'pdf') {
    const width = phone ? pageWidth.small : pageWidth.other;
    return (
      <Suspense fallback={<LoadingContent label={`Loading ${file.label}`} />}>
        <PdfPages blob={blob} label={file.label} width={width} fits={props.fits} onFailed={broke} />
      </Suspense>
    );
  }
  return (
    <div className="grid min-h-0 flex-1 place-items-center overflow-auto p-3">
      <img
        src={url}
        alt={file.label}
        onError={broke}
        className="max-h-[min(100%,75vh)] max-w-full object-contain"
      />
    </div>
  );
}

/** The preview of a file, or the reason why there is none (AT-10, AT-11, AT-15). */
export function FileBody(props: { file: ViewedFile; loaded: Loaded; fits: boolean }) {
  const { file, loaded } = props;
  if (previewKind(file.label) === null) {
    return <p className={messageClass}>Preview not supported for this file type</p>;
  }
  if (loaded.state === 'loading') return <LoadingContent label={`Loading ${file.label}`} />;
  if (loaded.state === 'failed') return <Failed reason={loaded.reason} />;
  return <Previewed {...loaded} file={file} fits={props.fits} key={loaded.url} />;
}
