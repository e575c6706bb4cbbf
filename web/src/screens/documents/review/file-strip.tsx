import { Suspense, useState } from 'react';
import { FileText, Image, Paperclip } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { Attachment } from '#domain/documents/document-response';
import { previewKind } from '#domain/documents/attachments';
import { useFile } from '../../../forms/files/use-file.ts';
import type { Loaded } from '../../../forms/files/use-file.ts';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { useNearViewport } from '../../../parts/hooks/use-near-viewport.ts';
import type { FileOwner } from '../../../upload.ts';

const PdfFirstPage = lazyPart(
  async () => (await import('../../../parts/pdf-viewer/pdf-pages.tsx')).PdfFirstPage,
  () => false,
);

/** CSS pixels. */
const pictureWidth = 152;

function KindIcon(props: { label: string }) {
  const kind = previewKind(props.label);
  const Icon = kind === 'pdf' ? FileText : kind === 'image' ? Image : Paperclip;
  return <Icon aria-hidden className="size-7 text-ink-muted" />;
}

/** The file as a picture; its icon while it loads and where there is none. */
function Picture(props: { file: Attachment; loaded: Loaded }) {
  const { file, loaded } = props;
  const [isBroken, setBroken] = useState(false);
  const icon = <KindIcon label={file.label} />;
  if (loaded.state !== 'here' || isBroken) return icon;
  if (previewKind(file.label) === 'image') {
    return (
      <img
        src={loaded.url}
        alt=""
        onError={() => setBroken(true)}
        className="size-full object-cover object-top"
      />
    );
  }
  return (
    <Suspense fallback={icon}>
      <PdfFirstPage blob={loaded.blob} width={pictureWidth} onFailed={() => setBroken(true)} />
    </Suspense>
  );
}

function FilePicture(props: {
  owner: FileOwner;
  file: Attachment;
  detail: string | null;
  onOpen: () => void;
}) {
  const { owner, file, detail } = props;
  const [box, isNear] = useNearViewport<HTMLLIElement>(200);
  const [wasNear, setWasNear] = useState(false);
  if (isNear && !wasNear) setWasNear(true);
  const loaded = useFile(owner, wasNear ? file : null);
  return (
    <li ref={box} className="w-38 shrink-0 snap-start">
      <Button
        aria-label={file.label}
        onPress={props.onOpen}
        className="block w-full cursor-pointer rounded-md text-left data-pressed:opacity-80"
      >
        {/* A press that began on an icon which its picture replaces would have no click. */}
        <span className="pointer-events-none grid h-36 place-items-center overflow-hidden rounded-md border border-line bg-surface-sunken">
          <Picture file={file} loaded={loaded} />
        </span>
        <span className="block truncate pt-1 text-sm">{file.label}</span>
      </Button>
      {detail ? <p className="text-xs text-ink-muted">{detail}</p> : null}
    </li>
  );
}

/** The files of a narrow review as a row of pictures that is swiped sideways (REV-04). */
export function FileStrip(props: {
  owner: FileOwner;
  files: readonly Attachment[];
  detailOf: (file: Attachment) => string | null;
  onOpen: (index: number) => void;
}) {
  return (
    <ul
      aria-label="Files"
      className="flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain p-0.5 pb-1"
    >
      {props.files.map((file, index) => (
        <FilePicture
          key={file.attachmentId}
          owner={props.owner}
          file={file}
          detail={props.detailOf(file)}
          onOpen={() => props.onOpen(index)}
        />
      ))}
    </ul>
  );
}
