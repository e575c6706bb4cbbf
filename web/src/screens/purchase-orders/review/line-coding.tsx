import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useSWRConfig } from 'swr';
import { lineDraft } from '#domain/documents/line';
import type { LineDraft } from '#domain/documents/line';
import { api, ask } from '../../../api.ts';
import { conflictIn } from '../../../content-conflict.ts';
import { LineCodeField } from '../../../forms/document/lines/line-code-fields.tsx';
import { useLineContextData } from '../../../forms/document/lines/use-line-context.ts';
import { Button } from '../../../parts/controls/button.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { useDisplayedContent } from '../../documents/displayed-content.tsx';
import type { Line, PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

function codingOf(id: string, { coding, coaExternalId, episode, taxCode }: LineDraft) {
  return { id, coding, coaExternalId, episode, taxCode };
}

function useSave(order: PurchaseOrder, line: Line, onDone: () => void) {
  const { persona } = useSession();
  const { mutate } = useSWRConfig();
  const flash = useToast();
  const [isBusy, setBusy] = useState(false);
  const displayed = useDisplayedContent();
  const save = async (draft: LineDraft) => {
    if (isBusy) return;
    setBusy(true);
    try {
      const lineItem = codingOf(line.id, draft);
      const call = {
        param: { id: order.id },
        json: { lineItem, persona, contentVersion: displayed.seenVersion() },
      };
      await ask(api.api.pos.lineitem[':id'].$post(call));
      const hasChanged = JSON.stringify(lineItem) !== JSON.stringify(codingOf(line.id, lineDraft(line)));
      if (hasChanged) displayed.acceptOwn(displayed.seenVersion() + 1);
      await mutate(keys.document('PO', order.id, persona));
      flash('success', `Line ${line.lineNumber} updated.`);
      onDone();
    } catch (error) {
      if (conflictIn(error)) {
        await mutate(keys.document('PO', order.id, persona));
        displayed.showConflict(error);
      } else flash('error', 'Item could not be updated');
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy };
}

/** Edits the codes, episode and tax code of one line in place. Escape discards the changes (LI-36, DEC-51). */
export function LineCoding(props: { order: PurchaseOrder; line: Line; onClose: () => void }) {
  const { order, line, onClose } = props;
  const [draft, setDraft] = useState(() => lineDraft(line));
  const { context, chartNote } = useLineContextData({
    currency: order.currency,
    companyId: order.projectCompanyExternalId,
    departmentId: order.department?.id,
    lockedLineCount: 0,
  });
  const { save, isBusy } = useSave(order, line, onClose);
  const box = useRef<HTMLFieldSetElement>(null);
  const fields = context.coding.fields ?? [];
  const isLoaded = context.coding.fields !== null;
  useEffect(() => {
    if (!isLoaded) return undefined;
    const before = document.activeElement;
    box.current?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true });
    // Scrolls until the buttons at the bottom are visible above the action bar.
    box.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, [isLoaded]);
  const keyDown = (event: KeyboardEvent) => {
    const open = event.target instanceof HTMLElement && event.target.ariaExpanded === 'true';
    if (open) return;
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void save(draft);
  };
  if (!isLoaded) return <p className="py-3 text-sm text-ink-muted">{chartNote}</p>;
  return (
    <fieldset
      ref={box}
      aria-label={`Coding of line ${line.lineNumber}`}
      className="-mx-2 scroll-mt-2 scroll-mb-16 bg-info-soft px-2 py-3 [contain:inline-size] max-sm:scroll-mb-30"
    >
      <div role="presentation" onKeyDownCapture={keyDown}>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
          {fields.map((field) => (
            <LineCodeField
              key={field.config_type}
              name={`coding.${field.config_type}`}
              label={field.header}
              line={draft}
              context={context}
              error={null}
              onChange={setDraft}
            />
          ))}
          {fields.some(({ config_type }) => config_type === 'EPISODE') ? null : (
            <TextField
              label="Episode"
              value={draft.episode}
              maxLength={50}
              onChange={(episode) => setDraft({ ...draft, episode })}
            />
          )}
          <LineCodeField
            name="taxCode"
            label="Tax Code"
            line={draft}
            context={context}
            error={null}
            onChange={setDraft}
          />
        </div>
        <div className="flex justify-end gap-2 pt-3">
          <Button onPress={onClose}>Cancel</Button>
          <Button onPress={() => void save(draft)} isPending={isBusy}>
            Save Coding
          </Button>
        </div>
      </div>
    </fieldset>
  );
}
