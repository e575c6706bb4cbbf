import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { useSWRConfig } from 'swr';
import { api, ask } from '../../../api.ts';
import { failureText } from '../../../failure-text.ts';
import { keys } from '../../../keys.ts';
import { Spinner } from '../../../parts/controls/spinner.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useSession } from '../../../session/session.tsx';
import type { Line, PurchaseOrder } from '#domain/purchase-orders/purchase-order-response';

function useClosing(order: PurchaseOrder, line: Line) {
  const { persona } = useSession();
  const { mutate } = useSWRConfig();
  const flash = useToast();
  const [isBusy, setBusy] = useState(false);
  const setClosed = async (isClosed: boolean) => {
    if (isBusy) return;
    const verb = isClosed ? 'closed' : 'reopened';
    setBusy(true);
    try {
      const call = { param: { id: order.id, lineId: line.id }, json: { isClosed } };
      await ask(api.api.pos[':id'].lines[':lineId'].closed.$put(call));
      flash('success', `Line ${line.lineNumber} ${verb}.`);
    } catch (error) {
      const advice = failureText(error, 'Try again.');
      flash('error', `Line ${line.lineNumber} could not be ${verb}. ${advice}`);
    } finally {
      await mutate(keys.document('PO', order.id, persona));
      setBusy(false);
    }
  };
  return { setClosed, isBusy };
}

/** Whether a line is closed, and a button to close or reopen it (BUD-58). */
export function LineClosing(props: { order: PurchaseOrder; line: Line; mayClose: boolean }) {
  const { order, line, mayClose } = props;
  const { setClosed, isBusy } = useClosing(order, line);
  const { closed, lineNumber } = line;
  const label = closed ? 'Reopen Line' : 'Close Line';
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 text-xs text-ink-muted">
      {closed ? (
        <span>
          Closed <Time at={closed.at} /> by {closed.byName}
        </span>
      ) : null}
      {mayClose ? (
        <Button
          aria-label={`${label} ${lineNumber}`}
          aria-disabled={isBusy}
          render={(button) => <button {...button} aria-busy={isBusy} />}
          onPress={() => void setClosed(!closed)}
          className="touch:min-h-11 -mx-1 inline-flex cursor-pointer items-center gap-1.5 rounded-sm px-1 py-0.5 underline underline-offset-2 aria-disabled:opacity-50 data-hovered:text-ink data-hovered:no-underline print:hidden"
        >
          {label}
          {isBusy ? <Spinner small /> : null}
        </Button>
      ) : null}
    </span>
  );
}
