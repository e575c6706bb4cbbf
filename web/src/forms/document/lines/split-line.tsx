import { useMemo } from 'react';
import type { Split, SplitCode } from '#domain/series/episode-split';
import { lazyPart } from '../../../parts/hooks/lazy-part.tsx';
import { LazyOverlay } from '../../../parts/overlays/lazy-overlay.tsx';
import type { AnyLine } from '../model/draft.ts';
import { accountField } from './line-editor.ts';
import { codeOptions } from './split-parts.ts';
import type { LineContext, LineEditor } from './line-editor.ts';

const SplitDialog = lazyPart(
  async () => (await import('./split-dialog.tsx')).SplitDialog,
  () => false,
);

/** Over what lines can be split: the codes that the chart of accounts has. */
function splitCodes({ coding }: LineContext): SplitCode[] {
  return (['EPISODE', 'ACCOUNT'] as const).filter((type) => accountField(coding, `coding.${type}`) !== null);
}

/** What the action is called; null where lines cannot be split. */
export function splitText(context: LineContext): string | null {
  const codes = splitCodes(context);
  if (codes.length === 2) return 'Split over Episodes or Accounts';
  return codes[0] ? { EPISODE: 'Split over Episodes', ACCOUNT: 'Split over Accounts' }[codes[0]] : null;
}

/** Lines that a change order locks, and lines without an amount, cannot be split. */
function splittableLines<Line extends AnyLine>(editor: LineEditor<Line>, lines: readonly Line[]) {
  return lines.flatMap((line, row) => {
    const cents = editor.cents(line);
    const isSplittable = row >= editor.context.lockedLineCount && Boolean(cents);
    return isSplittable
      ? [{ row, description: line.description, account: line.coding['ACCOUNT'] ?? '', cents }]
      : [];
  });
}

export function canSplit<Line extends AnyLine>(editor: LineEditor<Line>, lines: readonly Line[]): boolean {
  return splitText(editor.context) !== null && splittableLines(editor, lines).length > 0;
}

/** The dialog that splits a line over codes, loaded when it opens. */
export function SplitLine<Line extends AnyLine>(props: {
  lines: readonly Line[];
  editor: LineEditor<Line>;
  initialRow: number;
  onSplit: (row: number, split: Split) => void;
  onClose: () => void;
}) {
  const { lines, editor, onSplit, onClose } = props;
  const { context } = editor;
  const options = useMemo(() => {
    const optionsOf = (type: SplitCode) =>
      codeOptions(accountField(context.coding, `coding.${type}`), context.coding.allowed);
    return { EPISODE: optionsOf('EPISODE'), ACCOUNT: optionsOf('ACCOUNT') };
  }, [context.coding]);
  return (
    <LazyOverlay onClose={onClose}>
      <SplitDialog
        lines={splittableLines(editor, lines)}
        initialRow={props.initialRow}
        lineCount={lines.length}
        codes={splitCodes(context)}
        options={options}
        title={splitText(context) ?? ''}
        currency={context.currency}
        tooMany={editor.tooMany}
        onSplit={(row, split) => {
          onClose();
          onSplit(row, split);
        }}
        onClose={onClose}
      />
    </LazyOverlay>
  );
}
