import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { previewKind } from '#domain/documents/attachments';
import { lazyPart } from '../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../parts/overlays/lazy-overlay.tsx';
import type { FileOwner } from '../../upload.ts';
import { useDownload } from './use-file.ts';
import type { ViewedFile } from './use-file.ts';

const FileViewer = lazyPart(async () => (await import('./file-viewer.tsx')).FileViewer);

/** A link that previews an image or PDF, and downloads other files (VE-05). */
export function FileLink(props: { owner: FileOwner; file: ViewedFile }) {
  const { owner, file } = props;
  const [isOpen, setOpen] = useState(false);
  const download = useDownload();
  const open = () => {
    if (previewKind(file.label) === null) void download(file);
    else setOpen(true);
  };
  return (
    <>
      <Button
        onPress={open}
        className="touch:min-h-11 max-w-full cursor-pointer truncate rounded-sm text-left underline underline-offset-2 data-hovered:no-underline"
      >
        {file.label}
      </Button>
      {isOpen ? (
        <LazyOverlay onClose={() => setOpen(false)}>
          <FileViewer
            owner={owner}
            files={[file]}
            index={0}
            onIndex={() => undefined}
            onClose={() => setOpen(false)}
          />
        </LazyOverlay>
      ) : null}
    </>
  );
}
