import { useEffect, useState } from 'react';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { previewKind } from '#domain/attachments';
import type { Attachment } from '#domain/attachments';
import { askFile } from '../../../api.ts';
import { IconButton } from '../../../parts/button.tsx';
import { useFlash } from '../../../parts/flash.tsx';
import { Loading } from '../../../parts/spinner.tsx';
import { saveBlob } from '../../../save-blob.ts';

interface Loaded {
  id: string;
  /** Null: it could not be loaded. */
  url: string | null;
}

function pathOf(file: Attachment, showId: string): string {
  const query = `?showId=${encodeURIComponent(showId)}`;
  return `/files/po/${file.attachmentId}/newpreview/${encodeURIComponent(file.label)}${query}`;
}

/** The bytes of a file as an address of this page; undefined while they are on their way. */
function useFileUrl(file: Attachment, showId: string): string | null | undefined {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const id = file.attachmentId;
  const path = pathOf(file, showId);
  useEffect(() => {
    let url: string | null = null;
    let left = false;
    const load = async () => {
      try {
        const blob = await askFile(path);
        if (left) return;
        url = URL.createObjectURL(blob);
        setLoaded({ id, url });
      } catch {
        if (!left) setLoaded({ id, url: null });
      }
    };
    void load();
    return () => {
      left = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id, path]);
  return loaded?.id === id ? loaded.url : undefined;
}

const said = 'grid h-full min-h-40 place-items-center px-4 text-center text-ink-muted';

function Previewed(props: { file: Attachment; url: string }) {
  const { file, url } = props;
  if (previewKind(file.label) === 'pdf') {
    return (
      <object
        data={`${url}#view=FitH`}
        type="application/pdf"
        aria-label={file.label}
        className="block h-full min-h-96 w-full"
      >
        <p className={said}>This browser shows no PDFs inside a page. Download it to read it.</p>
      </object>
    );
  }
  return <img src={url} alt={file.label} className="mx-auto max-h-full max-w-full object-contain" />;
}

function Shown(props: { file: Attachment; showId: string }) {
  const { file } = props;
  const url = useFileUrl(file, props.showId);
  if (url === undefined) return <Loading label={`Loading ${file.label}`} />;
  if (url === null) {
    return (
      <p role="alert" className={said}>
        Error loading file preview.
      </p>
    );
  }
  return <Previewed file={file} url={url} />;
}

/** AT-02, AT-03: one attachment at a time, with the way to its neighbours. */
export function Preview(props: {
  files: readonly Attachment[];
  index: number;
  showId: string;
  onIndex: (index: number) => void;
  /** Null where what is around it closes it. */
  onClose: (() => void) | null;
}) {
  const { files, index, showId, onIndex } = props;
  const flash = useFlash();
  const file = files[index];
  if (!file) return null;
  const download = async () => {
    try {
      const path = `/files/attachment/download/${file.attachmentId}?showId=${encodeURIComponent(showId)}`;
      saveBlob(await askFile(path), file.label);
    } catch {
      flash('error', 'Error downloading file.');
    }
  };
  return (
    <section aria-label={`Attachment ${file.label}`} className="flex h-full min-h-0 flex-col">
      <header className="flex items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-4">
        <h2 className="min-w-0 flex-1 truncate font-medium">{file.label}</h2>
        <span className="figures px-1 text-xs text-ink-muted">{`${index + 1} of ${files.length}`}</span>
        <IconButton label="Previous attachment" isDisabled={index === 0} onPress={() => onIndex(index - 1)}>
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <IconButton
          label="Next attachment"
          isDisabled={index === files.length - 1}
          onPress={() => onIndex(index + 1)}
        >
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
        <IconButton label={`Download ${file.label}`} onPress={() => void download()}>
          <Download aria-hidden className="size-4" />
        </IconButton>
        {props.onClose ? (
          <IconButton label="Close preview" onPress={props.onClose}>
            <X aria-hidden className="size-4" />
          </IconButton>
        ) : null}
      </header>
      <div className="min-h-0 flex-1 overflow-auto bg-surface-sunken">
        {previewKind(file.label) === null ? (
          <p className={said}>Preview not supported for this file type</p>
        ) : (
          <Shown key={file.attachmentId} file={file} showId={showId} />
        )}
      </div>
    </section>
  );
}
