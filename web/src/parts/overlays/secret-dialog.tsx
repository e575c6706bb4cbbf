import { Check, Copy } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from '../fields/text-field.tsx';
import { useClipboard } from '../hooks/use-clipboard.ts';

/** Shows a secret once. Only the button closes it, because the secret cannot be shown again. */
export function SecretDialog(props: {
  title: string;
  label: string;
  text: string;
  secret: string;
  after?: string | false;
  onClose: () => void;
}) {
  const { title, label, text, secret, after, onClose } = props;
  const [isCopied, copy] = useClipboard();
  const done = (
    <Button look="primary" onPress={onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title={title} isOpen canClose={false} onClose={onClose} footer={done}>
      <div className="grid gap-3">
        <p className="text-ink-muted">{text}</p>
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <TextField label={label} isReadOnly value={secret} onChange={() => undefined} />
          </div>
          <Button onPress={() => void copy(secret)}>
            {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
            {isCopied ? 'Copied' : 'Copy'}
          </Button>
        </div>
        {after ? <p className="text-ink-muted">{after}</p> : null}
      </div>
    </Dialog>
  );
}
