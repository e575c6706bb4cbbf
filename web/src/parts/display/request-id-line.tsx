import { Check, Copy } from 'lucide-react';
import { ApiError } from '../../api.ts';
import { IconButton } from '../controls/button.tsx';
import { useClipboard } from '../hooks/use-clipboard.ts';

/** The id of the failed request; null without a response, and for a 404. */
function referenceOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.status === 404 ? null : error.reference;
  return error instanceof Error && error.cause ? referenceOf(error.cause) : null;
}

/** The request id, by which support finds the log line; it can be copied. */
export function RequestIdLine(props: { error: unknown }) {
  const reference = referenceOf(props.error);
  const [isCopied, copy] = useClipboard();
  if (reference === null) return null;
  const Icon = isCopied ? Check : Copy;
  return (
    <div className="flex items-center gap-1 text-xs text-ink-muted">
      <p className="min-w-0 wrap-anywhere">
        Reference <span className="figures select-all">{reference}</span>
      </p>
      <IconButton label={isCopied ? 'Copied' : 'Copy reference'} onPress={() => void copy(reference)}>
        <Icon aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
