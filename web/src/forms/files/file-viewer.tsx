import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { ChevronLeft, ChevronRight, Download, Maximize2, MoveHorizontal, X } from 'lucide-react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { previewKind } from '#domain/documents/attachments';
import { IconButton } from '../../parts/controls/button.tsx';
import type { FileOwner } from '../../upload.ts';
import { FileBody } from './file-body.tsx';
import { useBackCloses } from './use-back-closes.ts';
import { useDownload, useFile } from './use-file.ts';
import type { ViewedFile } from './use-file.ts';

export interface FileViewProps {
  /** The kind of document that the files belong to, such as `po`. */
  owner: FileOwner;
  files: readonly ViewedFile[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

function useView(props: FileViewProps) {
  const { files, index, onIndex } = props;
  const file = files[index] ?? null;
  const loaded = useFile(props.owner, file);
  const download = useDownload();
  const last = files.length - 1;
  const save = () => {
    if (file) void (previewKind(file.label) === null ? download(file) : download(file, loaded));
  };
  const go = (to: number) => onIndex(Math.max(0, Math.min(to, last)));
  return { file, loaded, save, last, go };
}

/** Header with the name, navigation, download and close (AT-02). */
function ViewHead(props: {
  view: ReturnType<typeof useView>;
  index: number;
  name: ReactNode;
  onClose: () => void;
  children?: ReactNode;
}) {
  const { view, index } = props;
  const { file, last, go } = view;
  return (
    <header className="flex items-center gap-1 border-b border-line py-1.5 pr-1.5 pl-4">
      {props.name}
      {last > 0 ? (
        <>
          <span className="figures px-1 text-xs whitespace-nowrap text-ink-muted">{`${index + 1} of ${last + 1}`}</span>
          <IconButton label="Previous attachment" isDisabled={index === 0} onPress={() => go(index - 1)}>
            <ChevronLeft aria-hidden className="size-4" />
          </IconButton>
          <IconButton label="Next attachment" isDisabled={index === last} onPress={() => go(index + 1)}>
            <ChevronRight aria-hidden className="size-4" />
          </IconButton>
        </>
      ) : null}
      {props.children}
      <IconButton label={`Download ${file?.label ?? ''}`} onPress={view.save}>
        <Download aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Close preview" onPress={props.onClose}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </header>
  );
}

const nameClass = 'min-w-0 flex-1 truncate font-medium';

/** A gallery over the page that shows one file at a time. Left and right arrows go to the neighbours (AT-02). */
export function FileViewer(props: FileViewProps) {
  const view = useView(props);
  const [fits, setFits] = useState(true);
  const close = useBackCloses(props.onClose);
  const { file, go } = view;
  if (!file) return null;
  const turn = ({ key, target }: KeyboardEvent) => {
    // The arrows scroll a page that is wider than the screen.
    if (target instanceof HTMLElement && target.scrollWidth > target.clientWidth) return;
    if (key === 'ArrowLeft') go(props.index - 1);
    if (key === 'ArrowRight') go(props.index + 1);
  };
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(open) => !open && close()}
      isDismissable
      className="fade fixed inset-0 z-40 grid place-items-center bg-scrim p-4 max-sm:p-0"
    >
      <Modal className="floating fade h-full max-h-[60rem] w-full max-w-[54rem] overflow-hidden max-sm:max-h-none max-sm:rounded-none">
        <Dialog className="h-full outline-none">
          <div role="presentation" onKeyDown={turn} className="flex h-full flex-col">
            <ViewHead
              view={view}
              index={props.index}
              onClose={close}
              name={
                <Heading slot="title" className={nameClass}>
                  {file.label}
                </Heading>
              }
            >
              {previewKind(file.label) === 'pdf' ? (
                <IconButton
                  label={fits ? 'Full width of a page' : 'Fit to width'}
                  onPress={() => setFits(!fits)}
                >
                  <MoveHorizontal aria-hidden className="size-4" />
                </IconButton>
              ) : null}
            </ViewHead>
            <div className="flex min-h-0 flex-1 flex-col bg-surface-sunken">
              <FileBody file={file} loaded={view.loaded} fits={fits} />
            </div>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** Focuses the pane when it opens, and returns the focus when it closes. */
function useFocusWhileOpen(takesFocus: boolean) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return undefined;
    const before = document.activeElement;
    box.current?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [takesFocus]);
  return box;
}

/** The preview next to the document, at most 600 px high (AT-16); `onExpand` opens the gallery (AT-03). */
export function FilePane(props: FileViewProps & { takesFocus: boolean; onExpand: () => void }) {
  const view = useView(props);
  const box = useFocusWhileOpen(props.takesFocus);
  const { file } = view;
  if (!file) return null;
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label={`Attachment ${file.label}`}
      className="flex min-h-0 flex-col outline-none"
    >
      <ViewHead
        view={view}
        index={props.index}
        onClose={props.onClose}
        name={<h2 className={nameClass}>{file.label}</h2>}
      >
        <IconButton label="Open in gallery" onPress={props.onExpand}>
          <Maximize2 aria-hidden className="size-4" />
        </IconButton>
      </ViewHead>
      <div className="flex max-h-[600px] min-h-0 flex-col overflow-hidden bg-surface-sunken">
        <FileBody file={file} loaded={view.loaded} fits />
      </div>
    </section>
  );
}
