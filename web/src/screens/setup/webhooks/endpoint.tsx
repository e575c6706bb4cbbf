import { useState } from 'react';
import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import { previousSecretHours, webhookEvents, webhookEventTexts } from '#domain/webhooks/webhook';
import { ApiError } from '../../../api.ts';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { PageHeader } from '../../../parts/page/card.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useIsSamePage } from '../../../parts/hooks/use-same-page.ts';
import { Notice } from '../../../parts/page/notice.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { words } from '../../../words.ts';
import { kinds } from '../../documents/paths.ts';
import { removeEndpoint, rollSecret, sendTest, useDeliveries, useEndpoints } from './calls.ts';
import type { Endpoint } from './calls.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointMark } from './endpoint-mark.tsx';
import { endpointHref, webhooksHref } from './paths.ts';
import { SigningSecret } from './signing-secret.tsx';
import { actFailed, enableFirst } from './texts.ts';
import { WithEndpoint } from './with-endpoint.tsx';

/** An endpoint: its state, actions and deliveries. */
export function EndpointScreen() {
  return <WithEndpoint>{(endpoint) => <EndpointPage endpoint={endpoint} />}</WithEndpoint>;
}

function EndpointPage({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, description, isEnabled } = endpoint;
  const actions = useEndpointActions(endpoint);
  useTitle(`Webhook: ${url}`);
  return (
    <div className="gutter pb-8">
      <PageHeader
        title={url}
        detail={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pt-1">
            <EndpointMark endpoint={endpoint} />
            {description ? <span className="min-w-0 wrap-anywhere">{description}</span> : null}
          </span>
        }
        acts={<ButtonLink href={webhooksHref}>All Webhooks</ButtonLink>}
      />
      <div className="flex flex-wrap gap-2 pb-4">
        <Button
          look="primary"
          reason={isEnabled ? null : enableFirst}
          isPending={actions.busy === 'test'}
          onPress={() => void actions.test()}
        >
          Send Test Event
        </Button>
        <ButtonLink href={`${endpointHref(id)}/edit`}>Edit</ButtonLink>
        <Button onPress={() => actions.ask('roll')}>Roll Secret</Button>
        <Button look="danger" onPress={() => actions.ask('remove')}>
          Remove
        </Button>
      </div>
      <State endpoint={endpoint} />
      <Facts endpoint={endpoint} />
      <DeliveryLog endpoint={endpoint} />
      <EndpointDialogs actions={actions} />
    </div>
  );
}

/** Warns that deliveries fail. */
function State({ endpoint }: { endpoint: Endpoint }) {
  const { isEnabled, failingSince, givenUpAt } = endpoint;
  if (failingSince === null) return null;
  return (
    <div className="pb-4">
      <Notice icon={<TriangleAlert aria-hidden className="size-4" />} actions={null}>
        {isEnabled ? (
          <>
            Every delivery has failed since <Time at={failingSince} />. The log says what it answered; Backlot
            keeps trying.
          </>
        ) : (
          <>
            Every delivery failed since <Time at={failingSince} />
            {givenUpAt === null ? null : (
              <>
                {' and was disabled on '}
                <Time at={givenUpAt} />
              </>
            )}
            . Once it works again, enable it under Edit, and send again what is listed below. What happens
            while it is disabled is not kept.
          </>
        )}
      </Notice>
    </div>
  );
}

function Facts({ endpoint }: { endpoint: Endpoint }) {
  const { events, documentTypes, secretSince, oldSecretUntil } = endpoint;
  const all = events.length === webhookEvents.length;
  return (
    <dl className="grid max-w-[1200px] gap-3 rounded-lg border border-line bg-surface-raised px-5 py-4 max-sm:px-4">
      <Fact name="Events">{all ? 'All' : events.map((event) => webhookEventTexts[event]).join(', ')}</Fact>
      <Fact name="Documents">{documentTypes.map((type) => kinds[type].plural).join(', ')}</Fact>
      <Fact name="Signing secret">
        Since <Time at={secretSince} />
        {oldSecretUntil !== null ? (
          <>
            ; the previous one also signs until <Time at={oldSecretUntil} />
          </>
        ) : null}
      </Fact>
    </dl>
  );
}

function Fact(props: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-0.5 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-ink-muted">{props.name}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

type EndpointDialog = 'roll' | 'remove';

function useEndpointActions(endpoint: Endpoint) {
  const { id, secretSince } = endpoint;
  const navigate = useNavigate();
  const isSamePage = useIsSamePage();
  const flash = useToast();
  const { mutate } = useEndpoints();
  const log = useDeliveries(id);
  const [busy, setBusy] = useState<'test' | EndpointDialog | null>(null);
  const [openDialog, setOpenDialog] = useState<EndpointDialog | null>(null);
  // The secret when the dialog opened. The page may be refreshed below it.
  const [seenSecret, setSeenSecret] = useState('');
  const ask = (question: EndpointDialog | null) => {
    setOpenDialog(question);
    setSeenSecret(secretSince);
  };
  const [secret, setSecret] = useState<string | null>(null);
  const runAction = async (what: 'test' | EndpointDialog, run: () => Promise<void>) => {
    setBusy(what);
    try {
      await run();
    } catch (error) {
      const isOld = error instanceof ApiError && error.code === 'WORKFLOW_CONFLICT';
      flash('error', isOld ? words.WORKFLOW_CONFLICT : actFailed);
      void mutate();
    }
    setBusy(null);
    ask(null);
  };
  return {
    busy,
    openDialog,
    ask,
    secret,
    forgetSecret: () => setSecret(null),
    test: () =>
      runAction('test', async () => {
        await sendTest(id);
        await log.mutate();
        flash('success', 'Test event sent. The log shows whether it arrived.');
      }),
    roll: () =>
      runAction('roll', async () => {
        const rolled = await rollSecret(id, seenSecret);
        setSecret(rolled.newSecret);
        await mutate();
      }),
    remove: () =>
      runAction('remove', async () => {
        await removeEndpoint(id);
        flash('success', 'Endpoint removed.');
        if (isSamePage()) void navigate(webhooksHref);
        await mutate();
      }),
  };
}

function EndpointDialogs({ actions }: { actions: ReturnType<typeof useEndpointActions> }) {
  return (
    <>
      <ConfirmDialog
        title="Roll the signing secret?"
        isOpen={actions.openDialog === 'roll'}
        confirm="Roll Secret"
        isBusy={actions.busy === 'roll'}
        onCancel={() => actions.ask(null)}
        onConfirm={() => void actions.roll()}
      >
        You get a new secret. For {previousSecretHours} hours messages are signed with both, so that your
        system can change over in its own time.
      </ConfirmDialog>
      <ConfirmDialog
        title="Remove this endpoint?"
        isOpen={actions.openDialog === 'remove'}
        confirm="Remove"
        danger
        isBusy={actions.busy === 'remove'}
        onCancel={() => actions.ask(null)}
        onConfirm={() => void actions.remove()}
      >
        Nothing more will be sent to it, and its log will be deleted. To pause it, disable it instead.
      </ConfirmDialog>
      {actions.secret === null ? null : (
        <SigningSecret secret={actions.secret} onClose={actions.forgetSecret} />
      )}
    </>
  );
}
