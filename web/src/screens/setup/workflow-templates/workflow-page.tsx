import { useState } from 'react';
import { Navigate, useParams } from 'react-router';
import useSWR from 'swr';
import { templateLevel } from '#domain/workflow/workflow-template';
import { keys } from '../../../keys.ts';
import { useSession } from '../../../session/session.tsx';
import { FormFailure } from '../managed-form/form-failure.tsx';
import { LoadingForm } from '../managed-form/loading-form.tsx';
import { readWorkflow } from './calls.ts';
import { WorkflowForm } from './workflow-form.tsx';
import { listHref, openTabs } from './workflow-tabs.ts';
import type { WorkflowTab } from './workflow-tabs.ts';
import type { WorkflowTemplate } from '#domain/workflow/workflow-template-response';

/** The tab of the address. Null if the user may not see it. */
function useTab(): { tab: WorkflowTab | null; isReadOnly: boolean } {
  const { rights } = useSession();
  const { tab: named } = useParams();
  const tab = openTabs(rights).find((one) => one.tab === named) ?? null;
  const modules = { invoices: rights.invoices, payments: rights.payments };
  const level = tab && templateLevel({ permissions: rights.permissions, modules }, tab.type);
  return { tab, isReadOnly: level !== 'FULL' };
}

/** A new approval flow, for users who may create one. */
export function NewWorkflow() {
  const { tab, isReadOnly } = useTab();
  if (!tab) return <Navigate to="/setup/shows/workflows" replace />;
  if (isReadOnly) return <Navigate to={listHref(tab)} replace />;
  return <WorkflowForm key={tab.tab} tab={tab} stored={null} isReadOnly={false} onReload={() => undefined} />;
}

function Stored(props: { tab: WorkflowTab; id: string; isReadOnly: boolean }) {
  const { tab, id } = props;
  const { show } = useSession();
  // The initial values are fixed: later responses must not overwrite what the user types.
  const [initial, setInitial] = useState<WorkflowTemplate | null>(null);
  const { data, error, isValidating, mutate } = useSWR<WorkflowTemplate>(
    keys.lookup(show.id, 'workflow-template', id),
    () => readWorkflow(tab.type, id),
    { revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  if (initial === null && data && !isValidating) setInitial(data);
  const reload = async () => {
    // Reads directly: SWR may drop a revalidation for another one and return the old version.
    const fresh = await mutate(readWorkflow(tab.type, id), { revalidate: false, throwOnError: false });
    if (fresh) setInitial(fresh);
  };
  if (initial) {
    return (
      <WorkflowForm
        key={initial.version}
        tab={tab}
        stored={initial}
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

/** An approval flow of the show, to read or to change (DEC-92). */
export function EditWorkflow() {
  const { tab, isReadOnly } = useTab();
  const { id = '' } = useParams();
  if (!tab) return <Navigate to="/setup/shows/workflows" replace />;
  return <Stored key={id} tab={tab} id={id} isReadOnly={isReadOnly} />;
}
