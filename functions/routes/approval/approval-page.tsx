import { answerNames } from '#domain/budget/budget-answers';
import type { LinkedDocument } from '#verbs/mail-approval/view-linked-document';
import { AuthPage } from '../identity/auth-page.tsx';

/** What the user can do: sign in first, or confirm, with the CSRF token of their session or without a session. */
export type Decision = { kind: 'SIGN_IN'; href: string } | { kind: 'CONFIRM'; csrfToken: string | null };

const more = (count: number, noun: string) => (count > 0 ? `and ${count} more ${noun}` : '');

/** Over budget and not budgeted are written in color, as in the e-mail (BUD-54). */
const tones = { WITHIN: '', OVER: 'negative', NOT_BUDGETED: 'caution' } as const;

function Facts({ facts }: Pick<LinkedDocument, 'facts'>) {
  return (
    <dl class="facts">
      {facts.map(([label, value, answer]) => (
        <div>
          <dt>{label}</dt>
          <dd>
            <bdi class={(answer && tones[answer]) || undefined}>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Lines({ lines, moreLines }: Pick<LinkedDocument, 'lines' | 'moreLines'>) {
  if (lines.length === 0) return null;
  return (
    <section>
      <h2>Lines</h2>
      <ul class="rows">
        {lines.map(({ description, detail, amount }) => (
          <li>
            <span>
              <bdi>{description}</bdi>
              {detail === '' ? null : <span class="hint">{detail}</span>}
            </span>
            <span class="amount">{amount}</span>
          </li>
        ))}
      </ul>
      {moreLines > 0 ? <p class="hint">{more(moreLines, 'lines')}</p> : null}
    </section>
  );
}

/** The figures of the accounts that the document affects, as in the e-mail (BUD-39). */
function Budget({ budget }: Pick<LinkedDocument, 'budget'>) {
  if (budget === null) return null;
  return (
    <section>
      <h2>{budget.title}</h2>
      <ul class="rows">
        {budget.rows.map(({ title, answer, detail, amount }) => (
          <li>
            <span>
              <bdi>{title}</bdi>
              <span class="hint">
                <span class={tones[answer]}>{answerNames[answer]}</span>, {detail}
              </span>
            </span>
            <span class="amount">{amount}</span>
          </li>
        ))}
      </ul>
      {budget.more === '' ? null : <p class="hint">{budget.more}</p>}
    </section>
  );
}

function Files({ files, moreFiles }: Pick<LinkedDocument, 'files' | 'moreFiles'>) {
  if (files.length === 0) return null;
  return (
    <section>
      <h2>Files</h2>
      <ul class="rows">
        {files.map((name) => (
          <li>
            <bdi>{name}</bdi>
          </li>
        ))}
      </ul>
      {moreFiles > 0 ? <p class="hint">{more(moreFiles, 'files')}</p> : null}
    </section>
  );
}

function Steps({ steps }: Pick<LinkedDocument, 'steps'>) {
  return (
    <section>
      <h2>Approval steps</h2>
      <ol class="rows">
        {steps.map(({ name, status, people }) => (
          <li>
            <span>
              <bdi>{name}</bdi>
              <span class="hint">
                <bdi>{people}</bdi>
              </span>
            </span>
            <span class="hint">{status}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Confirm({ csrfToken, document }: { csrfToken: string | null; document: LinkedDocument }) {
  const { isFinal, until, onBehalfOf, budgetAnswer } = document;
  return (
    <form method="post">
      {csrfToken === null ? null : <input type="hidden" name="csrf" value={csrfToken} />}
      {budgetAnswer === null ? null : <input type="hidden" name="budget" value={budgetAnswer} />}
      {onBehalfOf === '' ? null : (
        <p>
          You decide on behalf of <bdi>{onBehalfOf}</bdi>.
        </p>
      )}
      {isFinal ? <p>This approval completes the document. It cannot be taken back.</p> : null}
      <button type="submit">Approve</button>
      <p class="hint">The link works once, until {until}. The history says that you used it.</p>
    </form>
  );
}

/** The document of a link, and the one question whether to approve it (LINK-04). No script acts on this page. */
export function ApprovalPage(props: {
  document: LinkedDocument;
  decision: Decision;
  /** Files and figures of the budget are for a signed-in user only. */
  isSignedIn: boolean;
  reviewHref: string;
  message?: string;
}) {
  const { document, decision, isSignedIn, reviewHref, message } = props;
  return (
    <AuthPage
      isDocument
      title={document.title}
      lead={<bdi>{document.showName}</bdi>}
      {...(message !== undefined && { message })}
    >
      <Facts facts={document.facts} />
      <Lines lines={document.lines} moreLines={document.moreLines} />
      {isSignedIn ? (
        <>
          <Budget budget={document.budget} />
          <Files files={document.files} moreFiles={document.moreFiles} />
        </>
      ) : null}
      <Steps steps={document.steps} />
      {decision.kind === 'CONFIRM' ? (
        <Confirm csrfToken={decision.csrfToken} document={document} />
      ) : (
        <div class="group">
          <a class="button" href={decision.href}>
            Sign in to approve
          </a>
          <p class="hint">You return to this page. The link works until {document.until}.</p>
        </div>
      )}
      <p>
        <a href={reviewHref}>Open the document</a>
      </p>
    </AuthPage>
  );
}
