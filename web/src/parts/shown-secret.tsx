import { useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { Button } from './button.tsx';
import { TextField } from './text-field.tsx';

/** A secret, the one time that it can be seen, to take along. */
export function ShownSecret(props: { label: string; secret: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.secret);
      setCopied(true);
    } catch {
      // The browser may keep the clipboard to itself: it can still be selected.
    }
  };
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <TextField label={props.label} isReadOnly value={props.secret} onChange={() => undefined} />
      </div>
      <Button onPress={() => void copy()}>
        {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
        {isCopied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
