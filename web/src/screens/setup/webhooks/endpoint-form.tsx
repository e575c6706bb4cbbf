import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { Navigate, useNavigate } from 'react-router';
import { docTypes } from '#domain/document';
import { webhookEvents, webhookEventTexts, webhookLimits } from '#domain/webhooks/webhook';
import type { EndpointDraft } from '#domain/webhooks/webhook';
import { ApiError } from '../../../api.ts';
import type { FormError } from '../../../forms/error-summary.tsx';
import { Checkbox, Switch } from '../../../parts/fields/checkbox.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import { useSession } from '../../../session/session.tsx';
import { kinds } from '../../documents/paths.ts';
import { ManagedForm } from '../managed-form/managed-form.tsx';
import { Field, Section } from '../managed-form/section.tsx';
import { useManagedForm } from '../managed-form/use-managed-form.ts';
import { addEndpoint, changeEndpoint, useEndpoints } from './calls.ts';
import type { Endpoint } from './calls.ts';
import { endpointHref, webhooksHref } from './paths.ts';
import { SigningSecret } from './signing-secret.tsx';
import { WithEndpoint } from './with-endpoint.tsx';

const changed = { shouldDirty: true } as const;
const blank: EndpointDraft = {
  url: '',
  description: '',
  events: [...webhookEvents],
  documentTypes: [...docTypes],
  isEnabled: true,
};

export function NewEndpoint() {
  const { can } = useSession();
  if (!can('Show', 'FULL')) return <Navigate to={webhooksHref} replace />;
  return <EndpointForm endpoint={null} />;
}

export function EditEndpoint() {
  return <WithEndpoint>{(endpoint) => <EndpointForm key={endpoint.id} endpoint={endpoint} />}</WithEndpoint>;
}

function check({ url, events, documentTypes }: EndpointDraft): FormError[] {
  return [
    ...(url.trim() === '' ? [{ field: 'url', text: 'Please enter an address.' }] : []),
    ...(events.length === 0 ? [{ field: 'events', text: 'Please choose at least one event.' }] : []),
    ...(documentTypes.length === 0
      ? [{ field: 'documentTypes', text: 'Please choose at least one document type.' }]
      : []),
  ];
}

/** `some`, with or without `one`, in the order of `all`. */
function toggled<Item>(all: readonly Item[], some: readonly Item[], one: Item, isOn: boolean): Item[] {
  return all.filter((item) => (item === one ? isOn : some.includes(item)));
}

/** Adds or changes an endpoint. The secret of a new one is shown before the form closes. */
function EndpointForm({ endpoint }: { endpoint: Endpoint | null }) {
  const { show } = useSession();
  const navigate = useNavigate();
  const flash = useToast();
  const { mutate } = useEndpoints();
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null);
  const form = useForm<EndpointDraft>({ defaultValues: endpoint ? { ...blank, ...endpoint } : blank });
  const draft = useWatch({ control: form.control }) as EndpointDraft;
  const set = <Name extends keyof EndpointDraft>(name: Name, value: EndpointDraft[Name]) =>
    form.setValue(name, value as never, changed);

  const state = useManagedForm(form, {
    check,
    save: async ({ url, description, events, documentTypes, isEnabled }) => {
      const json = { url: url.trim(), description: description.trim(), events, documentTypes, isEnabled };
      if (endpoint) await changeEndpoint(endpoint.id, json);
      else {
        const added = await addEndpoint(show.id, json);
        setCreated({ id: added.id, secret: added.newSecret });
      }
      await mutate();
    },
    onSaved: () => {
      flash('success', endpoint ? 'Endpoint saved.' : 'Endpoint added.');
      return endpoint ? endpointHref(endpoint.id) : null;
    },
    onFailed: (error) => {
      const reason = error instanceof ApiError && error.errors.includes('url') ? error.text : null;
      if (reason !== null) return [{ field: 'url', text: reason }];
      flash('error', 'The endpoint could not be saved. Please try again.');
      return [];
    },
  });

  return (
    <>
      <ManagedForm
        title={endpoint ? 'Edit Endpoint' : 'Add Endpoint'}
        isReadOnly={false}
        state={state}
        onCancel={() => void navigate(endpoint ? endpointHref(endpoint.id) : webhooksHref)}
      >
        <Section title="Endpoint" text="Where the messages are posted.">
          <div className="grid gap-4">
            <Field name="url">
              <TextField
                label="Address"
                isRequired
                hint="It begins with https:// and answers with a status of 2xx within 10 seconds."
                placeholder="https://hooks.example.com/backlot"
                value={draft.url}
                maxLength={webhookLimits.url}
                autoComplete="off"
                startsFocused={endpoint === null}
                onChange={(url) => set('url', url)}
                error={state.errorAt('url')}
              />
            </Field>
            <Field name="description">
              <TextField
                label="Description"
                hint="A note about what receives the events."
                value={draft.description}
                maxLength={webhookLimits.description}
                onChange={(description) => set('description', description)}
              />
            </Field>
            {endpoint ? (
              <Switch
                label="Enabled"
                hint="While it is disabled nothing is sent to it, and nothing is kept for it."
                isSelected={draft.isEnabled}
                onChange={(isEnabled) => set('isEnabled', isEnabled)}
              />
            ) : null}
          </div>
        </Section>
        <Section title="Events" text="Events this endpoint receives.">
          <Checks
            name="events"
            error={state.errorAt('events')}
            items={webhookEvents.map((id) => ({ id, text: webhookEventTexts[id] }))}
            picked={draft.events}
            onPick={(id, isOn) => set('events', toggled(webhookEvents, draft.events, id, isOn))}
          />
        </Section>
        <Section title="Documents" text="Of which documents.">
          <Checks
            name="documentTypes"
            error={state.errorAt('documentTypes')}
            items={docTypes.map((id) => ({ id, text: kinds[id].plural }))}
            picked={draft.documentTypes}
            onPick={(id, isOn) => set('documentTypes', toggled(docTypes, draft.documentTypes, id, isOn))}
          />
        </Section>
      </ManagedForm>
      {created ? (
        <SigningSecret
          secret={created.secret}
          isFirst
          onClose={() => state.withLeave(() => void navigate(endpointHref(created.id), { replace: true }))}
        />
      ) : null}
    </>
  );
}

function Checks<Id extends string>(props: {
  name: string;
  items: readonly { id: Id; text: string }[];
  picked: readonly Id[];
  error: string | null;
  onPick: (id: Id, isOn: boolean) => void;
}) {
  return (
    <Field name={props.name}>
      <div className="grid grid-cols-2 gap-x-4 gap-y-2.5 max-sm:grid-cols-1 max-sm:gap-y-0">
        {props.items.map(({ id, text }) => (
          <Checkbox
            key={id}
            label={text}
            isSelected={props.picked.includes(id)}
            onChange={(isOn) => props.onPick(id, isOn)}
          />
        ))}
      </div>
      {props.error ? <p className="pt-2 text-xs text-negative">{props.error}</p> : null}
    </Field>
  );
}
