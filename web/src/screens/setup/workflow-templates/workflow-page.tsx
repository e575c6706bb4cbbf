import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import useSWR from 'swr';
import { templateLevel } from '#domain/workflow/workflow-template';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { FormFailure } from '../managed-form/form-failure.tsx';
import { LoadingForm } from '../managed-form/loading-form.tsx';
import { readFlow } from './calls.ts';
import { FlowForm } from './workflow-form.tsx';
import { listHref, openTabs } from './workflow-tabs.ts';
import type { FlowTab } from './workflow-tabs.ts';

/** The tab of the address; null when this person is not offered it. */
function useTab(): { tab: FlowTab | null; isReadOnly: boolean } {
  const { rights } = useSession();
  const { tab: named } = useParams();
  const tab = openTabs(rights).find((one) => one.tab === named) ?? null;
  const modules = { invoices: rights.invoices, payments: rights.payments };
  const level = tab && templateLevel({ permissions: rights.permissions, modules }, tab.type);
  return { tab, isReadOnly: level !== 'FULL' };
}

/** A new approval flow, for whoever may write them. */
export function NewFlow() {
  const { tab, isReadOnly } = useTab();
  if (!tab) return <Navigate to="/setup/shows/workflows" replace />;
  if (isReadOnly) return <Navigate to={listHref(tab)} replace />;
  return <FlowForm key={tab.tab} tab={tab} stored={null} isReadOnly={false} onReload={() => undefined} />;
}

function Stored(props: { tab: FlowTab; id: string; isReadOnly: boolean }) {
  const { tab, id } = props;
  const { show } = useSession();
  // What the form began with: answers that come later do not touch what is being typed.
  const [begin, setBegin] = useState<WorkflowTemplate | null>(null);
  const { data, error, isValidating, mutate } = useSWR<WorkflowTemplate>(
    keys.lookup(show.id, 'workflow-template', id),
    () => readFlow(tab.type, id),
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  if (begin === null && data && !isValidating) setBegin(data);
  const reload = async () => {
    // A read of its own: one that is only asked for anew may be dropped for what comes in meanwhile, and answer the old version.
    const fresh = await mutate(readFlow(tab.type, id), { revalidate: false, throwOnError: false });
    if (fresh) setBegin(fresh);
  };
  if (begin) {
    return (
      <FlowForm
        key={begin.version}
        tab={tab}
        stored={begin}
        isReadOnly={props.isReadOnly}
        onReload={() => void reload()}
      />
    );
  }
  if (!error) return <LoadingForm />;
  const retry = { onRetry: () => void mutate(), isBusy: isValidating, error };
  return (
    <FormFailure text={tab.failure} list={{ text: 'Approval Flows', href: listHref(tab) }} retry={retry} />
  );
}

/** An approval flow of the show: to read, or to change (DEC-92). */
export function StoredFlow() {
  const { tab, isReadOnly } = useTab();
  const { id = '' } = useParams();
  if (!tab) return <Navigate to="/setup/shows/workflows" replace />;
  return <Stored key={id} tab={tab} id={id} isReadOnly={isReadOnly} />;
}
