import type { ReactNode } from 'react';
import { documentTitles } from '#domain/documents/pdf-options';
import type { Replacement, ReplacedFlow, ReplacementTotal } from '#domain/replacement/replacement-response';
import { ProgressBar } from '../../../../parts/controls/progress-bar.tsx';
import { coveredTypes } from '../../../../session/cover/covered-types.ts';
import { DocumentLink } from '../../managed-form/document-link.tsx';
import { departmentsFirst, documentsText, stepText, stepsText, sumsText } from './words.ts';

function Part(props: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1">
      <h3 className="text-sm font-semibold">{props.title}</h3>
      {props.children}
    </section>
  );
}

function List({ children }: { children: ReactNode }) {
  return <ul className="flex flex-col divide-y divide-line *:py-1.5">{children}</ul>;
}

/** The documents of one type, with the sums of each currency. */
function TypeRow({ name, totals }: { name: string; totals: readonly ReplacementTotal[] }) {
  const waiting = totals.map((one) => ({ ...one, count: one.waiting }));
  const later = totals.map((one) => ({ ...one, count: one.later, amount: one.laterAmount }));
  const backup = totals.reduce((sum, one) => sum + (one.backup ?? 0), 0);
  return (
    <li>
      <p>{name}</p>
      <p className="text-sm text-ink-muted empty:hidden">{sumsText(waiting, 'waiting now')}</p>
      <p className="text-sm text-ink-muted empty:hidden">{sumsText(later, 'at a later step')}</p>
      {backup > 0 ? <p className="text-sm text-ink-muted">{`${backup} only as backup approver`}</p> : null}
    </li>
  );
}

function departmentText({ name, isMember }: { name: string; isMember: boolean }, newName: string): string {
  return isMember ? `${newName} is in ${name}.` : `${newName} is not in ${name}.`;
}

function FlowRow({ flow, replacement }: { flow: ReplacedFlow; replacement: Replacement }) {
  return (
    <li>
      <p>{flow.name}</p>
      {flow.steps.map((step, n) => (
        <p key={n} className="text-sm text-ink-muted">
          {[
            stepText(step, replacement),
            ...step.departments.map((one) => departmentText(one, replacement.replacement.name)),
          ].join(' ')}
        </p>
      ))}
    </li>
  );
}

const nameOf = ({ docType, number }: Pick<Replacement['exceptions'][number], 'docType' | 'number'>) =>
  `${documentTitles[docType]} ${number}`;

/** How many documents are not listed by name. */
function More({ count }: { count: number }) {
  return count > 0 ? <p className="text-sm text-ink-muted">{`And ${documentsText(count)} more.`}</p> : null;
}

function Exceptions({ replacement }: { replacement: Replacement }) {
  const { exceptions, exceptionCount } = replacement;
  if (exceptionCount === 0) return null;
  return (
    <Part title="Documents to check">
      <List>
        {exceptions.map((one) => (
          <li key={one.docId}>
            <p>
              {/* The dialog of a preview that is not started stays open. */}
              <DocumentLink document={{ ...one, id: one.docId }} opensTab={replacement.state === 'PREVIEW'} />
            </p>
            {one.steps.map((step) => (
              <p key={`${step.order} ${step.isBackup}`} className="text-sm text-ink-muted">
                {stepText(step, replacement)}
              </p>
            ))}
          </li>
        ))}
      </List>
      <More count={exceptionCount - exceptions.length} />
    </Part>
  );
}

function Differences({ replacement }: { replacement: Replacement }) {
  const { differences, differenceCount } = replacement;
  if (differenceCount === 0) return null;
  return (
    <Part title="Other than in the preview">
      <List>
        {differences.map((one) => (
          <li key={one.docId}>
            <p>{nameOf(one)}</p>
            <p className="text-sm text-ink-muted">{`Preview: ${stepsText(one.preview, { ...replacement, state: 'PREVIEW' }, 'not listed.')}`}</p>
            <p className="text-sm text-ink-muted">{`Result: ${stepsText(one.result, replacement, `no longer with ${replacement.former.name}.`)}`}</p>
          </li>
        ))}
      </List>
      <More count={differenceCount - differences.length} />
    </Part>
  );
}

function headline({ state, former, replacement, documents, replaced, processed }: Replacement): string {
  if (state === 'RUNNING') return `${replacement.name} is replacing ${former.name}. You can close this.`;
  if (state === 'FAILED') return `Stopped after ${processed} of ${documentsText(documents)}. Start it again.`;
  const verb = state === 'DONE' ? 'passed' : documents === 1 ? 'passes' : 'pass';
  return documents === 0
    ? `No document waits for ${former.name}.`
    : `${replaced} of ${documentsText(documents)} ${verb} from ${former.name} to ${replacement.name}.`;
}

/** What a replacement changes or has changed; while it runs, its progress. */
export function ReplacementDetails({ replacement }: { replacement: Replacement }) {
  const { state, documents, processed, totals, flows } = replacement;
  const toDoFirst = departmentsFirst(replacement);
  if (state === 'RUNNING')
    return (
      <div className="flex flex-col gap-3">
        <p>{headline(replacement)}</p>
        <ProgressBar
          label={
            processed === 0
              ? `Starting with ${documentsText(documents)}`
              : `${processed} of ${documentsText(documents)}`
          }
          percent={processed === 0 ? null : (processed / documents) * 100}
        />
      </div>
    );
  const isDone = state === 'DONE';
  return (
    <>
      <p>{headline(replacement)}</p>
      {toDoFirst ? <p className="text-caution">{toDoFirst}</p> : null}
      <Differences replacement={replacement} />
      {!isDone && totals.some(({ waiting, later, backup = 0 }) => waiting + later + backup > 0) ? (
        <Part title={`Documents of ${replacement.former.name}`}>
          <List>
            {coveredTypes
              .map(({ id, text }) => ({ text, ofType: totals.filter(({ docType }) => docType === id) }))
              .filter(({ ofType }) => ofType.length > 0)
              .map(({ text, ofType }) => (
                <TypeRow key={text} name={text} totals={ofType} />
              ))}
          </List>
        </Part>
      ) : null}
      <Exceptions replacement={replacement} />
      {flows.length > 0 ? (
        <Part title="Approval flows">
          <List>
            {flows.map((flow) => (
              <FlowRow key={flow.id} flow={flow} replacement={replacement} />
            ))}
          </List>
        </Part>
      ) : null}
    </>
  );
}
