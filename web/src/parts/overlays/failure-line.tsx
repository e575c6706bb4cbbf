import { useEffect, useRef } from 'react';

/** Why a dialog could not do what was asked. A long dialog scrolls to it: on a phone it would appear below the fold. */
export function FailureLine({ text }: { text: string | null }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== null) line.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return text === null ? null : (
    <p ref={line} role="alert" className="text-negative">
      {text}
    </p>
  );
}
