import { Plus } from 'lucide-react';
import { webhookEvents } from '#domain/webhooks/webhook';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { LoadFailure, RowCard } from '../../../parts/page/card.tsx';
import { EmptyState } from '../../../parts/page/empty-state.tsx';
import { useIsReadOnly } from '../settings/show-details.ts';
import { useEndpoints } from './calls.ts';
import type { Endpoint } from './calls.ts';
import { EndpointMark } from './endpoint-mark.tsx';
import { endpointHref, newEndpointHref } from './paths.ts';
import { listFailed } from './texts.ts';

const noRight = 'Only people who can change settings can manage webhooks.';

/** The endpoints of the show, as a tab of Settings. */
export function Webhooks() {
  if (useIsReadOnly()) return <EmptyState>{noRight}</EmptyState>;
  return <Endpoints />;
}

function Add() {
  return (
    <ButtonLink look="primary" href={newEndpointHref}>
      <Plus aria-hidden className="size-4" />
      Add Endpoint
    </ButtonLink>
  );
}

function Endpoints() {
  const { data, error, isValidating, mutate } = useEndpoints();
  if (!data && error)
    return (
      <LoadFailure text={listFailed} onRetry={() => void mutate()} isBusy={isValidating} error={error} />
    );
  if (data?.length === 0) {
    return (
      <EmptyState action={<Add />}>
        Notify your own systems when a document is submitted, approved, voided or sent to accounting. Backlot
        posts a signed message to an address of yours, and tries again until it arrives.
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 pb-4">
        <p className="min-w-0 flex-1 text-ink-muted max-sm:basis-full">
          Addresses of your own systems that receive document events.
        </p>
        <Add />
      </div>
      <ul aria-label="Endpoints" aria-busy={data === undefined} className="grid grid-cols-1 gap-2">
        {data
          ? data.map((endpoint) => (
              <li key={endpoint.id}>
                <RowCard href={endpointHref(endpoint.id)}>
                  <EndpointRow endpoint={endpoint} />
                </RowCard>
              </li>
            ))
          : [0, 1].map((id) => <li key={id} className="h-16 animate-skeleton rounded-lg bg-ink-soft" />)}
      </ul>
    </>
  );
}

function countOf({ events }: Endpoint): string {
  if (events.length === webhookEvents.length) return 'All events';
  return events.length === 1 ? '1 event' : `${events.length} events`;
}

function EndpointRow({ endpoint }: { endpoint: Endpoint }) {
  const { url, description } = endpoint;
  return (
    <span className="flex items-center justify-between gap-3 max-sm:flex-col max-sm:items-start">
      <span className="min-w-0 max-sm:w-full">
        <span className="block truncate font-medium">{url}</span>
        <span className="block truncate text-sm text-ink-muted">
          {[description, countOf(endpoint)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <EndpointMark endpoint={endpoint} />
    </span>
  );
}
