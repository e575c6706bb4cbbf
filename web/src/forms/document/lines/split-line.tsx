import { useMemo } from 'react';
import type { EpisodePart } from '#domain/series/episode-split';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import type { AnyLine } from '../model/draft.ts';
import { accountField } from './line-editor.ts';
import { episodeOptions } from './split-parts.ts';
import type { LineContext, LineEditor } from './line-editor.ts';

const SplitDialog = lazyPart(
  async () => (await import('./split-dialog.tsx')).SplitDialog,
  () => false,
);

export function hasEpisodes({ coding }: LineContext): boolean {
  return accountField(coding, 'coding.EPISODE') !== null;
}

/** Lines that a change order locks, and lines without an amount, cannot be split. */
function splittableLines<Line extends AnyLine>(editor: LineEditor<Line>, lines: readonly Line[]) {
  return lines.flatMap((line, row) => {
    const cents = editor.cents(line);
    const isSplittable = row >= editor.context.lockedLineCount && Boolean(cents);
    return isSplittable ? [{ row, description: line.description, cents }] : [];
  });
}

export function canSplit<Line extends AnyLine>(editor: LineEditor<Line>, lines: readonly Line[]): boolean {
  return hasEpisodes(editor.context) && splittableLines(editor, lines).length > 0;
}

/** The dialog that splits a line over episodes, loaded when it opens. */
export function SplitLine<Line extends AnyLine>(props: {
  lines: readonly Line[];
  editor: LineEditor<Line>;
  initialRow: number;
  onSplit: (row: number, parts: readonly EpisodePart[]) => void;
  onClose: () => void;
}) {
  const { lines, editor, onSplit, onClose } = props;
  const { context } = editor;
  const episodes = useMemo(
    () => episodeOptions(accountField(context.coding, 'coding.EPISODE'), context.coding.allowed),
    [context.coding],
  );
  return (
    <LazyOverlay onClose={onClose}>
      <SplitDialog
        lines={splittableLines(editor, lines)}
        initialRow={props.initialRow}
        lineCount={lines.length}
        episodes={episodes}
        currency={context.currency}
        tooMany={editor.tooMany}
        onSplit={(row, parts) => {
          onClose();
          onSplit(row, parts);
        }}
        onClose={onClose}
      />
    </LazyOverlay>
  );
}
