import { useRef } from 'react';
import { DropZone } from '../../parts/fields/drop-zone.tsx';
import { FileRow } from '../../parts/display/file-row.tsx';
import { useRestoreFocus } from '../../parts/hooks/use-restore-focus.ts';
import type { Uploads } from './use-uploads.ts';

interface ListedFile {
  attachmentId: string;
  label: string;
}

const always = () => true;

/** The files of a form: a drop zone, pending uploads and uploaded files (AT-04, AT-12). */
export function FileList(props: {
  label: string;
  files: readonly ListedFile[];
  uploads: Uploads;
  room: number;
  /** Whether a file was added here and is not yet part of the document. */
  isNew?: (attachmentId: string) => boolean;
  onRemove: (attachmentId: string) => void;
  /** Whether a file may be removed; by default every file may. */
  canRemove?: (attachmentId: string) => boolean;
  /** Opens a file by its index in `files`. */
  onOpen?: (index: number) => void;
}) {
  const { files, uploads, onOpen, canRemove = always } = props;
  const box = useRef<HTMLDivElement>(null);
  useRestoreFocus(box);
  const none = files.length === 0 && uploads.pending.length === 0;
  return (
    <div ref={box} className="grid grid-cols-1 gap-2">
      <DropZone
        label={props.room > 0 ? props.label : 'You cannot add any more files.'}
        onFiles={uploads.start}
        isDisabled={props.room <= 0}
      />
      {none ? null : (
        <ul aria-label="Files">
          {files.map(({ attachmentId, label }, index) => (
            <FileRow
              key={attachmentId}
              name={label}
              isRemoving={uploads.removing.has(attachmentId)}
              detail={props.isNew?.(attachmentId) ? 'Uploaded' : null}
              {...(canRemove(attachmentId) && { onRemove: () => props.onRemove(attachmentId) })}
              {...(onOpen && { onOpen: () => onOpen(index) })}
            />
          ))}
          {uploads.pending.map(({ id, name, percent, error }) => (
            <FileRow
              key={id}
              name={name}
              percent={error === null ? percent : null}
              error={error}
              onRemove={() => uploads.dismiss(id)}
              removeLabel={error === null ? `Stop uploading ${name}` : `Remove ${name}`}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
