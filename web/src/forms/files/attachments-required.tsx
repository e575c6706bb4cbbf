import { TriangleAlert } from 'lucide-react';

/** IN-13: where the files stand. */
export const filesRequired = 'Required before it can be submitted';

/** IN-13: said before anybody tries to submit. */
export function FilesNeeded({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-caution">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {text}
    </span>
  );
}
