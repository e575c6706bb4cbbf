import { UnsavedNoteProvider } from '../../../forms/unsaved-note.tsx';
import { Popover } from '../../../parts/controls/popover.tsx';
import { LoadingContent } from '../../../parts/page/skeleton.tsx';
import { WithDisplayedContent } from '../displayed-content.tsx';
import { failureTexts } from '../messages.ts';
import { useDocument } from '../use-document.ts';
import type { RowActionsProps } from '../list/actions/row-actions-part.ts';
import { RowMenu } from './row-menu.tsx';

/**
 * The actions of a row, without opening its document (VIEW-60). Reads the document when the menu opens, because what the
 * user may do with it follows from the whole document.
 */
export function RowActions(props: RowActionsProps) {
  const { docType, persona, row, trigger, isOpen, onOpenChange } = props;
  const { data, error } = useDocument(docType, row.id, persona);
  if (data)
    return (
      <UnsavedNoteProvider>
        <WithDisplayedContent document={data} afterConflict="Open it and take a look, then decide again.">
          <RowMenu {...props} document={data} />
        </WithDisplayedContent>
      </UnsavedNoteProvider>
    );
  return (
    <Popover
      aria-label="Actions"
      triggerRef={trigger}
      placement="bottom end"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <div className="min-w-52 p-3">
        {error === undefined ? (
          <LoadingContent />
        ) : (
          <p role="alert" className="text-negative">
            {failureTexts.load(docType)}
          </p>
        )}
      </div>
    </Popover>
  );
}
