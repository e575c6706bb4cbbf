import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { texts } from '../../../texts.ts';
import { FormFailure } from '../managed-form/form-failure.tsx';
import { LoadingForm } from '../managed-form/loading-form.tsx';
import { useEndpoints } from './calls.ts';
import type { Endpoint } from './calls.ts';
import { webhooksHref } from './paths.ts';
import { listFailed } from './texts.ts';

/** Renders the endpoint of the address, or an error page. */
export function WithEndpoint({ children }: { children: (endpoint: Endpoint) => ReactNode }) {
  const { id } = useParams();
  const { data, error, isValidating, mutate } = useEndpoints();
  const endpoint = data?.find((one) => one.id === id);
  if (endpoint) return children(endpoint);
  const back = { text: 'Webhooks', href: webhooksHref };
  if (data) return <FormFailure text={texts.notFound} list={back} />;
  if (!error) return <LoadingForm />;
  return (
    <FormFailure
      text={listFailed}
      list={back}
      retry={{ onRetry: () => void mutate(), isBusy: isValidating, error }}
    />
  );
}
