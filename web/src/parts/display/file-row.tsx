import type { ReactNode } from 'react';
import { FileText, Image, Paperclip, X } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { IconButton } from '../controls/button.tsx';
import { ProgressBar } from '../controls/progress-bar.tsx';
import { Spinner } from '../controls/spinner.tsx';

function FileIcon(props: { name: string }) {
  const extension = props.name.split('.').at(-1)?.toLowerCase() ?? '';
  const Icon =
    extension === 'pdf' ? FileText : /^(jpe?g|png|gif|webp|heic)$/.test(extension) ? Image : Paperclip;
  return <Icon aria-hidden className="size-4 shrink-0 text-ink-muted" />;
}

export interface FileRowProps {
  name: string;
  detail?: ReactNode;
  /** 0 to 100 while it uploads; null otherwise. */
  percent?: number | null;
  error?: string | null;
  /** The file is being removed (AT-12). */
  isRemoving?: boolean;
  onOpen?: () => void;
  onRemove?: () => void;
  removeLabel?: string;
}

/** A file of a list with its upload progress and actions. */
export function FileRow(props: FileRowProps) {
  const { name, percent = null } = props;
  return (
    <li className="flex min-h-10 items-center gap-x-2.5 border-b border-line py-1 last:border-b-0 max-sm:flex-wrap">
      <FileIcon name={name} />
      <div className="min-w-0 flex-1">
        {props.onOpen ? (
          <Button
            onPress={props.onOpen}
            className="touch:min-h-11 max-w-full cursor-pointer truncate rounded-sm text-left data-hovered:underline"
          >
            {name}
          </Button>
        ) : (
          <span className="block truncate">{name}</span>
        )}
        {percent === null ? null : (
          <div className="flex items-center gap-2">
            <div className="min-w-0 flex-1">
              <ProgressBar label={`Uploading ${name}`} percent={percent} hideLabel />
            </div>
            <span className="figures w-16 text-right text-xs text-ink-muted">
              {percent < 100 ? `${percent}%` : 'Finishing...'}
            </span>
          </div>
        )}
        {props.error ? (
          <p role="alert" className="text-xs text-negative">
            {props.error}
          </p>
        ) : null}
      </div>
      {props.isRemoving ? (
        <span role="status" className="flex items-center gap-1.5 text-xs text-ink-muted">
          <Spinner small />
          Removing...
        </span>
      ) : props.detail ? (
        <span className="figures text-xs text-ink-muted max-sm:order-last max-sm:basis-full max-sm:pb-1.5 max-sm:pl-6.5">
          {props.detail}
        </span>
      ) : null}
      {props.onRemove ? (
        <IconButton
          label={props.removeLabel ?? `Remove ${name}`}
          isDisabled={props.isRemoving ?? false}
          onPress={props.onRemove}
        >
          <X aria-hidden className="size-4" />
        </IconButton>
      ) : null}
    </li>
  );
}
