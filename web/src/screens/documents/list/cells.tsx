import { Paperclip } from 'lucide-react';

/** The paper clip with how many files hang on a row. */
export function AttachmentCount(props: { count: number }) {
  const { count } = props;
  if (count === 0) return null;
  return (
    <span className="figures inline-flex items-center gap-1 text-ink-muted">
      <Paperclip aria-hidden className="size-3.5" />
      <span aria-hidden>{count}</span>
      <span className="sr-only">{count === 1 ? '1 attachment' : `${count} attachments`}</span>
    </span>
  );
}

/** A text that its column may cut; the pointer finds all of it. */
export function Cut(props: { text: string }) {
  return <span title={props.text}>{props.text}</span>;
}
