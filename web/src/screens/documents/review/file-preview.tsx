import { useState } from 'react';
import { FilePane, FileViewer } from '../../../forms/files/file-viewer.tsx';
import type { FileViewProps } from '../../../forms/files/file-viewer.tsx';
import { useIsBelowDesktop } from '../../../parts/hooks/use-breakpoint.ts';

/** Shows one file at a time, next to the document if there is room, otherwise over it (AT-02, AT-03). */
export function Preview(props: FileViewProps & { takesFocus: boolean }) {
  const { takesFocus, ...view } = props;
  const small = useIsBelowDesktop();
  const [isGallery, setGallery] = useState(false);
  if (small) return <FileViewer {...view} />;
  return (
    <>
      <FilePane {...view} takesFocus={takesFocus} onExpand={() => setGallery(true)} />
      {isGallery ? <FileViewer {...view} onClose={() => setGallery(false)} /> : null}
    </>
  );
}
