import { useState } from 'react';
import type { ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import { oldSecretHours, webhookEvents, webhookEventTexts } from '#domain/webhooks/webhook';
import { ApiError } from '../../../api.ts';
import { Button, ButtonLink } from '../../../parts/controls/button.tsx';
import { PageHead } from '../../../parts/page/card.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { ConfirmDialog } from '../../../parts/overlays/dialog.tsx';
import { useToast } from '../../../parts/overlays/toast.tsx';
import { useIsHere } from '../../../parts/hooks/use-same-page.ts';
import { Notice } from '../../../parts/page/notice.tsx';
import { useTitle } from '../../../parts/hooks/use-document-title.ts';
import { words } from '../../../words.ts';
import { kinds } from '../../documents/paths.ts';
import { removeEndpoint, rollSecret, sendTest, useDeliveries, useEndpoints } from './calls.ts';
import type { Endpoint } from './calls.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { EndpointMark } from './endpoint-mark.tsx';
import { endpointHref, webhooksHref } from './places.ts';
import { SigningSecret } from './signing-secret.tsx';
import { actFailed, enableFirst } from './texts.ts';
import { WithEndpoint } from './with-endpoint.tsx';

/** One endpoint: how it fares, what can be done with it, and what was sent to it. */
export function EndpointScreen() {
  return <WithEndpoint>{(endpoint) => <EndpointPage endpoint={endpoint} />}</WithEndpoint>;
}

function EndpointPage({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, description, isEnabled } = endpoint;
  const acts = useActs(endpoint);
  useTitle(`Webhook: ${url}`);
  return (
    <div className="gutter pb-8">
      <PageHead
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
          isPending={acts.busy === 'test'}
          onPress={() => void acts.test()}
        >
          Send Test Event
        </Button>
        <ButtonLink href={`${endpointHref(id)}/edit`}>Edit</ButtonLink>
        <Button onPress={() => acts.ask('roll')}>Roll Secret</Button>
        <Button look="danger" onPress={() => acts.ask('remove')}>
          Remove
        </Button>
      </div>
      <State endpoint={endpoint} />
      <Facts endpoint={endpoint} />
      <DeliveryLog endpoint={endpoint} />
      <Questions acts={acts} />
    </div>
  );
}

/** Why nothing arrives there, where nothing does. */
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

type Question = 'roll' | 'remove';

function useActs(endpoint: Endpoint) {
  const { id, secretSince } = endpoint;
  const navigate = useNavigate();
  const isHere = useIsHere();
  const flash = useToast();
  const { mutate } = useEndpoints();
  const log = useDeliveries(id);
  const [busy, setBusy] = useState<'test' | Question | null>(null);
  const [asked, setAsked] = useState<Question | null>(null);
  // As it stood when the question was put: the page is read again below it.
  const [seen, setSeen] = useState('');
  const ask = (question: Question | null) => {
    setAsked(question);
    setSeen(secretSince);
  };
  const [secret, setSecret] = useState<string | null>(null);
  const during = async (what: 'test' | Question, work: () => Promise<void>) => {
    setBusy(what);
    try {
      await work();
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
    asked,
    ask,
    secret,
    forgetSecret: () => setSecret(null),
    test: () =>
      during('test', async () => {
        await sendTest(id);
        await log.mutate();
        flash('success', 'Test event sent. The log shows whether it arrived.');
      }),
    roll: () =>
      during('roll', async () => {
        const rolled = await rollSecret(id, seen);
        setSecret(rolled.newSecret);
        await mutate();
      }),
    remove: () =>
      during('remove', async () => {
        await removeEndpoint(id);
        flash('success', 'Endpoint removed.');
        if (isHere()) void navigate(webhooksHref);
        await mutate();
      }),
  };
}

function Questions({ acts }: { acts: ReturnType<typeof useActs> }) {
  return (
    <>
      <ConfirmDialog
        title="Roll the signing secret?"
        isOpen={acts.asked === 'roll'}
        confirm="Roll Secret"
        isBusy={acts.busy === 'roll'}
        onCancel={() => acts.ask(null)}
        onConfirm={() => void acts.roll()}
      >
        You get a new secret. For {oldSecretHours} hours messages are signed with both, so that your system
        can change over in its own time.
      </ConfirmDialog>
      <ConfirmDialog
        title="Remove this endpoint?"
        isOpen={acts.asked === 'remove'}
        confirm="Remove"
        danger
        isBusy={acts.busy === 'remove'}
        onCancel={() => acts.ask(null)}
        onConfirm={() => void acts.remove()}
      >
        Nothing more will be sent to it, and its log will be deleted. To pause it, disable it instead.
      </ConfirmDialog>
      {acts.secret === null ? null : <SigningSecret secret={acts.secret} onClose={acts.forgetSecret} />}
    </>
  );
}
