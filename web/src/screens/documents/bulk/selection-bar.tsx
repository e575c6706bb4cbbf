import { bulkRefusal } from '#domain/bulk-approval/bulk-selection';
import { Button } from '../../../parts/controls/button.tsx';
import { ShortcutHint } from '../../../parts/keyboard/keyboard-shortcut.tsx';
import { useShortcut } from '../../../parts/keyboard/shortcuts.ts';
import { Checkbox } from '../../../parts/fields/checkbox.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { PageFooter } from '../../../parts/page/page-footer.tsx';
import type { RowSelection } from '../../../parts/table/row-selection.tsx';
import { useIsPhone } from '../../../parts/hooks/use-breakpoint.ts';
import type { CurrencySum } from '../list/totals.ts';
import type { SelectableAction } from '#domain/bulk-approval/bulk-preview';

export interface SelectionBarProps {
  count: number;
  total: number;
  /** The totals of the selection, as far as they are known. */
  sums: readonly CurrencySum[];
  action: SelectableAction;
  all: RowSelection<unknown>['all'];
  onAll: () => void;
  isRunning: boolean;
  /** The preview is being read. */
  isReading: boolean;
  onApprove: () => void;
}

const buttonTexts = { approve: 'Approve', submit: 'Submit', push: 'Resend' } as const;

/** The selection and its action, always visible and within reach of the thumb (PA-09, BK-14). */
export function SelectionBar(props: SelectionBarProps) {
  const { count, total, all } = props;
  const phone = useIsPhone();
  const refusal = bulkRefusal(count, props.isRunning, props.action);
  useShortcut('pickAll', props.onAll);
  useShortcut('approvePicked', () => {
    if (refusal === null && !props.isReading) return props.onApprove();
    // Nothing to approve. Returning true keeps a focused button from handling the key as a press.
    return document.activeElement instanceof HTMLButtonElement;
  });
  const text = count === 0 ? 'None selected' : `${count} of ${total} selected`;
  return (
    <PageFooter>
      <section aria-label="Selection" data-page-bar className="border-t border-line bg-surface-raised">
        <div className="gutter flex items-center gap-4 py-2.5 max-sm:py-1.5">
          {phone ? (
            <Checkbox
              label="Select all"
              isSelected={all === 'on'}
              isIndeterminate={all === 'some'}
              onChange={props.onAll}
            />
          ) : null}
          <p
            aria-live="polite"
            className="figures flex min-w-0 flex-1 flex-wrap gap-x-2 text-sm text-ink-muted max-sm:justify-end"
          >
            <span>{text}</span>
            {props.sums.map(({ currency, cents }) => (
              <Money key={currency} cents={cents} currency={currency} className="font-medium text-ink" />
            ))}
          </p>
          <Button look="primary" reason={refusal} onPress={props.onApprove} isPending={props.isReading}>
            {buttonTexts[props.action]}
            <ShortcutHint name="approvePicked" />
          </Button>
        </div>
      </section>
    </PageFooter>
  );
}
