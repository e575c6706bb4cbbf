import { ChevronDown } from 'lucide-react';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { totalCents } from '#domain/line';
import { Button } from '../../parts/button.tsx';
import { Menu, MenuItem } from '../../parts/menu.tsx';
import { Money } from '../../parts/money.tsx';

/** What shall happen once the work is saved (PO-13). */
export type AfterSave = 'draft' | 'new' | 'review';

export interface FormBarProps {
  /** DEC-76: hidden in an approver's edit. */
  hasSaveMenu: boolean;
  mayCreate: boolean;
  onVoid: (() => void) | null;
  onCancel: () => void;
  onSave: (after: AfterSave) => void;
  busy: AfterSave | null;
  /** Why nothing can be saved just now. */
  reason: string | null;
}

function Total(props: { lines: PurchaseOrderDraft['lineItems']; currency: string }) {
  const cents = totalCents(props.lines);
  return (
    <p
      className="min-w-0 text-right max-sm:flex max-sm:items-baseline max-sm:justify-between"
      aria-live="polite"
    >
      <span className="block text-xs text-ink-muted">
        {props.lines.length === 1 ? '1 line' : `${props.lines.length} lines`}
      </span>
      <span className="sr-only">Total </span>
      {Number.isNaN(cents) ? (
        <span className="text-lg text-ink-muted">—</span>
      ) : (
        <Money cents={cents} currency={props.currency} className="text-lg font-semibold" />
      )}
    </p>
  );
}

/** PO-16 to PO-19, DEC-76: what can be done with the form, and its total always in sight. */
export function FormBar(props: FormBarProps & { lines: PurchaseOrderDraft['lineItems']; currency: string }) {
  const { busy, reason } = props;
  return (
    <footer className="sticky bottom-0 z-10 border-t border-line bg-surface-raised">
      <div className="gutter mx-auto flex max-w-[1200px] flex-wrap items-center gap-2 py-2.5">
        <Button look="quiet" onPress={props.onCancel}>
          Cancel
        </Button>
        {props.onVoid ? (
          <Button look="danger" onPress={props.onVoid}>
            Void
          </Button>
        ) : null}
        <div className="flex-1 max-sm:order-first max-sm:basis-full">
          <Total lines={props.lines} currency={props.currency} />
        </div>
        {props.hasSaveMenu ? (
          <Menu
            label="Save"
            placement="top end"
            trigger={
              <Button
                isPending={busy === 'draft' || busy === 'new'}
                isDisabled={busy !== null}
                reason={reason}
              >
                Save...
                <ChevronDown aria-hidden className="size-4" />
              </Button>
            }
          >
            <MenuItem id="draft" onAction={() => props.onSave('draft')}>
              Save as Draft
            </MenuItem>
            {props.mayCreate ? (
              <MenuItem id="new" onAction={() => props.onSave('new')}>
                {'Save & Create New'}
              </MenuItem>
            ) : null}
          </Menu>
        ) : null}
        <Button
          look="primary"
          isPending={busy === 'review'}
          isDisabled={busy !== null}
          reason={reason}
          onPress={() => props.onSave('review')}
        >
          {'Save & Review'}
        </Button>
      </div>
    </footer>
  );
}
