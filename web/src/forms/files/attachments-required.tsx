import { TriangleAlert } from 'lucide-react';

/** The hint in the attachments section (IN-13). */
export const attachmentsRequiredText = 'Required before it can be submitted';

/** Shown before the user tries to submit (IN-13). */
export function AttachmentsRequired({ text }: { text: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-caution">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {text}
    </span>
  );
}
