import { Button } from '../../../parts/controls/button.tsx';
import { Chip } from '../../../parts/display/chip.tsx';
import { Time } from '../../../parts/display/date-format.tsx';
import { Section } from '../managed-form/section.tsx';
import { FailureSubject } from './failure-subject.tsx';
import { useHealthActions } from './use-health.ts';
import type { Failure, ShowHealth } from './use-health.ts';
import { pluralize } from './words.ts';

type Check = NonNullable<ShowHealth['history']>;

type NamedDocument = NonNullable<Failure['document']>;

/** The result of the last verification of the audit trail, and a button that starts another. */
export function HistoryCheck(props: { show: ShowHealth; amiss: readonly NamedDocument[] }) {
  const { show, amiss } = props;
  const { history } = show;
  const actions = useHealthActions(show.id);
  const isBusy = actions.busy === 'verify' || history?.isGoingOn === true;
  return (
    <Section
      title="Histories"
      text="Verifying reads every event of every document and finds changes that were not made through Backlot."
      action={
        <Button onPress={() => void actions.verify()} isPending={isBusy}>
          Verify
        </Button>
      }
    >
      <div role="status">
        {history ? <Result check={history} /> : <p className="text-ink-muted">Not verified yet.</p>}
      </div>
      {history && history.faults.length > 0 ? (
        <Faults check={history} showId={show.id} amiss={amiss} />
      ) : null}
    </Section>
  );
}

function Result({ check }: { check: Check }) {
  const { isGoingOn, finishedAt, documents, events, amiss } = check;
  const read = `${pluralize(documents, 'document')} with ${pluralize(events, 'event')}`;
  if (isGoingOn) return <p>{documents === 0 ? 'Reading the histories …' : `${read} read so far …`}</p>;
  if (finishedAt === null)
    return <p className="text-ink-muted">The last verification did not come to its end. Verify again.</p>;
  return (
    <div className="grid justify-items-start gap-2">
      {amiss === 0 ? (
        <Chip tone="positive" shape="check">
          No changes found
        </Chip>
      ) : (
        <Chip tone="negative" shape="cross">
          {`${amiss} inconsistent`}
        </Chip>
      )}
      <p className="text-ink-muted">
        {read}, verified <Time at={finishedAt} />
      </p>
    </div>
  );
}

function Faults(props: { check: Check; showId: string; amiss: readonly NamedDocument[] }) {
  const { faults, amiss } = props.check;
  const documentOf = (documentId: string) => props.amiss.find(({ id }) => id === documentId) ?? null;
  return (
    <>
      <ul aria-label="Inconsistencies" className="mt-3 divide-y divide-line border-t border-line">
        {faults.map(({ documentId, what }) => (
          <li key={`${documentId} ${what}`} className="py-2 text-sm">
            <p className="break-all">
              {documentOf(documentId) ? (
                <FailureSubject showId={props.showId} document={documentOf(documentId)} />
              ) : (
                documentId
              )}
            </p>
            <p className="break-words text-ink-muted">{what}</p>
          </li>
        ))}
      </ul>
      {amiss > faults.length ? (
        <p className="pt-2 text-sm text-ink-muted">{`The first ${faults.length} of ${amiss} are listed.`}</p>
      ) : null}
    </>
  );
}
