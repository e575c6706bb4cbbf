import { useState } from 'react';
import { isWebhookEvent, webhookEventTexts } from '#domain/webhooks/webhook';
import { Button } from '../../../parts/controls/button.tsx';
import { LoadFailure } from '../../../parts/page/card.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { Table } from '../../../parts/table/table.tsx';
import type { TableColumn } from '../../../parts/table/table.tsx';
import { useIsBelowDesktop } from '../../../parts/hooks/use-breakpoint.ts';
import { DocumentLink } from '../managed-form/document-link.tsx';
import type { NamedDocument } from '../managed-form/document-link.tsx';
import { isDeliveryPending, sendAgain, useDeliveries } from './calls.ts';
import type { Delivery, Endpoint } from './calls.ts';
import { actFailed, enableFirst } from './texts.ts';

function eventOf({ event }: Delivery): string {
  return isWebhookEvent(event) ? webhookEventTexts[event] : 'Test event';
}

function durationOf({ durationMs }: Delivery): string {
  if (durationMs === null) return '—';
  return durationMs < 1000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`;
}

function documentOf({ documentId, documentType, documentNumber }: Delivery): NamedDocument | null {
  if (documentId === null || documentType === null) return null;
  return { id: documentId, docType: documentType, number: documentNumber ?? '' };
}

function DocumentCell({ delivery }: { delivery: Delivery }) {
  const document = documentOf(delivery);
  return document ? <DocumentLink document={document} /> : '—';
}

function Outcome({ delivery }: { delivery: Delivery }) {
  const { state, statusCode, answeredAt } = delivery;
  if (state === 'DELIVERED')
    return (
      <Chip tone="positive" shape="check">
        {`Delivered, ${statusCode ?? ''}`}
      </Chip>
    );
  const answer = statusCode === null ? 'no answer' : String(statusCode);
  if (state === 'FAILED')
    return (
      <Chip tone="negative" shape="cross">
        {answeredAt === null ? 'Not sent' : `Failed, ${answer}`}
      </Chip>
    );
  return isDeliveryPending(delivery) ? (
    <Chip tone="info" shape="half">
      On its way
    </Chip>
  ) : (
    <Chip tone="caution" shape="triangle">
      {`Waiting, ${answer}`}
    </Chip>
  );
}

interface Row {
  endpoint: Endpoint;
  delivery: Delivery;
  onSent: () => Promise<unknown>;
}

/** The time of the next try, or why there is none. */
function Next({ endpoint, delivery }: Omit<Row, 'onSent'>) {
  const { state, nextAttemptAt, error } = delivery;
  if (state === 'WAITING' && nextAttemptAt)
    return endpoint.isEnabled ? <Time at={nextAttemptAt} /> : 'Not while it is disabled';
  return state === 'FAILED' ? <span title={error ?? ''}>{error}</span> : '—';
}

function SendAgain({ endpoint, delivery, onSent }: Row) {
  const flash = useToast();
  const [isBusy, setBusy] = useState(false);
  // A pending delivery cannot be sent again.
  if (isDeliveryPending(delivery)) return null;
  const send = async () => {
    setBusy(true);
    try {
      await sendAgain(endpoint.id, delivery.id);
      await onSent();
    } catch {
      flash('error', actFailed);
    }
    setBusy(false);
  };
  return (
    <Button
      look="quiet"
      aria-label={`Send Again: ${eventOf(delivery)} ${delivery.documentNumber ?? ''}`.trim()}
      reason={endpoint.isEnabled ? null : enableFirst}
      isPending={isBusy}
      onPress={() => void send()}
    >
      Send Again
    </Button>
  );
}

function columnsFor({ endpoint, onSent }: Omit<Row, 'delivery'>): readonly TableColumn<Delivery>[] {
  return [
    { id: 'at', name: 'Time', width: '12rem', cell: ({ at }) => <Time at={at} /> },
    {
      id: 'event',
      name: 'Event',
      isRowHeader: true,
      cell: (one) => <span className="font-medium">{eventOf(one)}</span>,
    },
    { id: 'document', name: 'Document', width: '7.5rem', cell: (one) => <DocumentCell delivery={one} /> },
    { id: 'outcome', name: 'Outcome', width: '10.75rem', cell: (one) => <Outcome delivery={one} /> },
    { id: 'attempts', name: 'Tries', align: 'right', width: '4rem', cell: ({ attempts }) => attempts },
    { id: 'duration', name: 'Duration', align: 'right', width: '5rem', cell: durationOf },
    { id: 'next', name: 'Next try', cell: (one) => <Next endpoint={endpoint} delivery={one} /> },
    {
      id: 'again',
      name: 'Send again',
      hideName: true,
      align: 'right',
      width: '9.5rem',
      cell: (one) => <SendAgain endpoint={endpoint} delivery={one} onSent={onSent} />,
    },
  ];
}

/** The number of tries, and the next one or the error. */
function Story({ endpoint, delivery }: Omit<Row, 'onSent'>) {
  const { at, attempts, state, nextAttemptAt, error } = delivery;
  const tries = `${attempts === 1 ? '1 try' : `${attempts} tries`}, ${durationOf(delivery)}`;
  return (
    <div className="text-sm text-ink-muted">
      <p>
        <Time at={at} />
        {attempts === 0 ? null : ` · ${tries}`}
      </p>
      {state === 'WAITING' && nextAttemptAt ? (
        <p>
          Next try: <Next endpoint={endpoint} delivery={delivery} />
        </p>
      ) : null}
      {state === 'FAILED' ? <p>{error}</p> : null}
    </div>
  );
}

function DeliveryCard(props: Row) {
  const { endpoint, delivery } = props;
  return (
    <li className="grid gap-1 rounded-lg border border-line bg-surface-raised px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <span className="min-w-0 font-medium">{eventOf(delivery)}</span>
        <Outcome delivery={delivery} />
      </div>
      <Story endpoint={endpoint} delivery={delivery} />
      <div className="-mr-3 -mb-1 flex items-center justify-between gap-3 text-sm">
        <span className="min-w-0 wrap-anywhere">
          {delivery.documentId === null ? null : <DocumentCell delivery={delivery} />}
        </span>
        <SendAgain {...props} />
      </div>
    </li>
  );
}

/** The deliveries to an endpoint in the last thirty days, newest first. */
export function DeliveryLog({ endpoint }: { endpoint: Endpoint }) {
  const { data, error, isValidating, mutate, size, setSize } = useDeliveries(endpoint.id);
  const isNarrow = useIsBelowDesktop();
  const items = data?.flatMap(({ deliveries }) => deliveries);
  return (
    <section aria-labelledby="deliveries" className="pt-6">
      <h2 id="deliveries" className="pb-3 text-base font-semibold">
        Deliveries
      </h2>
      {error && !data ? (
        <LoadFailure
          text="Error occurred while retrieving deliveries."
          onRetry={() => void mutate()}
          isBusy={isValidating}
          error={error}
        />
      ) : items?.length === 0 ? (
        <p className="max-w-prose text-ink-muted">
          Nothing has been sent yet. Send a test event to see whether your system answers; deliveries are kept
          for thirty days.
        </p>
      ) : isNarrow ? (
        <ul aria-label="Deliveries" aria-busy={items === undefined} className="grid gap-2">
          {items?.map((delivery) => (
            <DeliveryCard key={delivery.id} endpoint={endpoint} delivery={delivery} onSent={mutate} />
          ))}
        </ul>
      ) : (
        <div className="-mx-6">
          <Table
            label="Deliveries"
            columns={columnsFor({ endpoint, onSent: mutate })}
            items={items}
            empty={null}
          />
        </div>
      )}
      {data?.at(-1)?.hasMore ? (
        <div className="flex justify-center pt-4">
          <Button isPending={data.length < size} onPress={() => void setSize(size + 1)}>
            Show Older
          </Button>
        </div>
      ) : null}
    </section>
  );
}
