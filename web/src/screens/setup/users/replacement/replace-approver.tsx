import { useState } from 'react';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import type { Replacement } from '#domain/replacement/replacement-response';
import { api, ask } from '../../../../api.ts';
import { failureText } from '../../../../failure-text.ts';
import { keys } from '../../../../keys.ts';
import { Button } from '../../../../parts/controls/button.tsx';
import { LoadingContent } from '../../../../parts/page/skeleton.tsx';
import { ComboBox } from '../../../../parts/fields/combo-box.tsx';
import type { Option } from '../../../../parts/fields/select.tsx';
import { Dialog } from '../../../../parts/overlays/dialog.tsx';
import { FailureLine } from '../../../../parts/overlays/failure-line.tsx';
import { useOtherApprovers } from '../../../../session/other-approvers.ts';
import { useSession } from '../../../../session/session.tsx';
import { useManagedDepartments } from '../../calls/departments.ts';
import { ReplacementDetails } from './replacement-details.tsx';
import { departmentsFirst } from './words.ts';

const pollIntervalMs = 2000;

/** An approval flow in which approvers are replaced. */
export interface FlowName {
  id: string;
  name: string;
}

const explanation = (former: Option | null, flow: FlowName | null) =>
  `Another approver takes the place of ${former?.text ?? 'an approver'} in ${flow ? `the approval flow ${flow.name}` : 'approval flows'} and in the documents that wait for them. The choice shows a preview and changes nothing.`;

/** The other approvers, each with their role and departments (REPL-11). */
function useCandidates(formerId: string | undefined) {
  const { options, isLoading } = useOtherApprovers(formerId);
  const { data } = useManagedDepartments();
  const namesOf = (id: string) =>
    (data ?? [])
      .filter(({ isActive, users }) => isActive && users.some((one) => one.id === id && one.active))
      .map(({ name }) => name);
  const withDepartments = ({ detail = '', ...option }: Option): Option => {
    const names = namesOf(option.id);
    return { ...option, detail: names.length > 0 ? `${detail} · ${names.join(', ')}` : detail };
  };
  return { options: options.map(withDepartments), isLoading };
}

/** Chooses the former approver, unless there is only one, and the new one; with both, previews the replacement. */
function Choice(props: {
  formers: readonly Option[];
  flow: FlowName | null;
  onPreview: (preview: Replacement) => void;
  onClose: () => void;
}) {
  const { formers, flow } = props;
  const { show } = useSession();
  const only = formers.length === 1 ? (formers[0] ?? null) : null;
  const [former, setFormer] = useState(only);
  const { options, isLoading } = useCandidates(former?.id);
  const [chosen, setChosen] = useState<Option | null>(null);
  const [wasSubmitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const preview = async (of: Option | null, by: Option | null) => {
    setSubmitted(true);
    setFailure(null);
    if (!by || !of) return;
    setBusy(true);
    const json = { formerId: of.id, replacementId: by.id, workflowTemplateId: flow?.id ?? null };
    try {
      props.onPreview(await ask(api.api.replacements.$post({ query: { showId: show.id }, json })));
    } catch (error) {
      setFailure(failureText(error, 'The preview could not be made. Try again.'));
    }
    setBusy(false);
  };
  return (
    <Dialog
      title="Replace Approver"
      isOpen
      holdsWork
      size="large"
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <Button look="primary" onPress={() => void preview(former, chosen)} isPending={busy}>
            Preview
          </Button>
        </>
      }
    >
      {/* On a phone there is room for the list of approvers below the field, so that it does not cover the title. */}
      <div className="flex flex-col gap-4 max-sm:min-h-120">
        <p className="text-ink-muted">{explanation(former, flow)}</p>
        {only ? null : (
          <ComboBox
            options={formers}
            emptyText="No approver of this flow has this name."
            label="Approver to replace"
            isRequired
            startsFocused
            opensOn="input"
            value={former}
            onChange={(option) => {
              const other = option?.id === chosen?.id ? null : chosen;
              setFormer(option);
              setChosen(other);
              if (option && other) void preview(option, other);
            }}
            error={wasSubmitted && former === null ? 'Choose the approver to replace.' : null}
          />
        )}
        <ComboBox
          options={options}
          isLoadingOptions={isLoading}
          emptyText="No approver has this name."
          label="New approver"
          isRequired
          startsFocused={only !== null}
          value={chosen}
          onChange={(option) => {
            setChosen(option);
            void preview(former, option);
          }}
          error={wasSubmitted && chosen === null ? 'Choose the new approver.' : null}
        />
        <FailureLine text={failure} />
      </div>
    </Dialog>
  );
}

const startTexts = { PREVIEW: 'Replace', FAILED: 'Start Again', RUNNING: null, DONE: null } as const;

/** The preview, the progress or the result of a replacement. */
function Stored(props: {
  id: string;
  preview: Replacement | null;
  onBack: () => void;
  onStarted: (() => void) | undefined;
  onClose: () => void;
}) {
  const { id, preview } = props;
  const { show } = useSession();
  const { data, error, mutate } = useSWR<Replacement>(
    keys.managed(show.id, 'replacement', id),
    () => ask(api.api.replacements[':id'].$get({ param: { id }, query: { showId: show.id } })),
    {
      ...(preview ? { fallbackData: preview, revalidateOnMount: false } : {}),
      refreshInterval: (latest) => (latest?.state === 'RUNNING' ? pollIntervalMs : 0),
    },
  );
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const start = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const call = { param: { id }, query: { showId: show.id } };
      const started: Replacement = await ask(api.api.replacements[':id'].start.$post(call));
      await mutate(started, { revalidate: false });
      props.onStarted?.();
    } catch (reason) {
      setFailure(failureText(reason, 'The replacement could not be started. Try again.'));
    }
    setBusy(false);
  };
  const startText = data && startTexts[data.state];
  const isPreview = data?.state === 'PREVIEW';
  const loading: ReactNode = error ? (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <p className="text-ink-muted">The replacement could not be read.</p>
      <Button onPress={() => void mutate()}>Try again</Button>
    </div>
  ) : (
    <LoadingContent />
  );
  return (
    <Dialog
      title="Replace Approver"
      isOpen
      holdsWork={isPreview}
      size="large"
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={isPreview ? props.onBack : props.onClose}>{isPreview ? 'Back' : 'Close'}</Button>
          {startText ? (
            <Button
              look="primary"
              onPress={() => void start()}
              isPending={busy}
              reason={departmentsFirst(data)}
            >
              {startText}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {data ? <ReplacementDetails replacement={data} /> : loading}
        <FailureLine text={failure} />
      </div>
    </Dialog>
  );
}

/**
 * Replaces an approver: choice, preview, progress, result (REPL-07, REPL-08). `flow`: only in this approval flow.
 * `openedId`: only a replacement that was started before.
 */
export function ReplaceApprover(props: {
  formers: readonly Option[];
  flow: FlowName | null;
  openedId: string | null;
  onStarted?: () => void;
  onClose: () => void;
}) {
  const { formers, flow, openedId, onStarted, onClose } = props;
  const [preview, setPreview] = useState<Replacement | null>(null);
  const id = preview?.id ?? openedId;
  if (id === null) return <Choice formers={formers} flow={flow} onPreview={setPreview} onClose={onClose} />;
  const back = () => setPreview(null);
  return <Stored key={id} id={id} preview={preview} onBack={back} onStarted={onStarted} onClose={onClose} />;
}
