import { memo } from 'react';
import { Copy, ListPlus, Plus, Split } from 'lucide-react';
import type { Issue } from '#domain/documents/validation';
import { Button } from '../../../parts/controls/button.tsx';

/** The actions below the lines, and the errors of the lines as a whole (`whole`). */
export const LinesFooter = memo(
  (props: {
    issues: readonly Issue[];
    onAppend: (cell: null) => void;
    onPaste: (() => Promise<void>) | null;
    /** The number of the line whose codes lines below it could take; null if none. */
    codedLine: number | null;
    onCodes: () => void;
    onSplit: () => void;
    /** Null while no line can be split. */
    splitText: string | null;
  }) => {
    const { onAppend, onPaste } = props;
    const whole = props.issues.filter(({ field }) => field === 'lineItems' || field === 'totalCost');
    return (
      <div className="flex flex-wrap items-center gap-2 pt-3">
        <Button onPress={() => onAppend(null)}>
          <Plus aria-hidden className="size-4" />
          Add Line
        </Button>
        {onPaste ? (
          <Button look="quiet" onPress={() => void onPaste()}>
            <ListPlus aria-hidden className="size-4" />
            Paste from Spreadsheet
          </Button>
        ) : null}
        {props.codedLine === null ? null : (
          <Button look="quiet" onPress={props.onCodes}>
            <Copy aria-hidden className="size-4" />
            Use Codes of Line {props.codedLine}
          </Button>
        )}
        {props.splitText === null ? null : (
          <Button look="quiet" onPress={props.onSplit}>
            <Split aria-hidden className="size-4" />
            {props.splitText}
          </Button>
        )}
        <div className="flex-1" data-field="lineItems">
          {whole.map(({ field, message }) => (
            <p key={`${field}${message}`} className="text-right text-xs text-negative">
              {message}
            </p>
          ))}
        </div>
      </div>
    );
  },
);
