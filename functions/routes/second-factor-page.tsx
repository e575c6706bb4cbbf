import { renderSVG } from 'uqr';
import type { Enrolment } from '#verbs/authenticator';
import { AuthPage } from './auth-page.tsx';
import { Secret } from './sign-in-page.tsx';

const path = '/api/auth/second-factor';
const replacementPath = '/api/auth/authenticator';

const asked =
  'Besides your password, your account asks for a code from an authenticator app: your password manager, or one such as Google or Microsoft Authenticator.';
const replaced =
  'Until you enter a code of the new one, the present one stays. After that it and its recovery codes work no longer, and you are signed out everywhere else.';

function CodeForm({ label, isFirst, action = path }: { label: string; isFirst: boolean; action?: string }) {
  return (
    <form method="post" action={action}>
      <label>
        {label}
        <input
          class="code"
          name="code"
          inputmode="numeric"
          autocomplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          title="Six digits"
          maxlength={7}
          required
          autofocus={isFirst}
        />
      </label>
      <button type="submit">Continue</button>
    </form>
  );
}

/**
 * Sets up an authenticator: the secret as a picture, as a link for whoever reads this on the phone that has the authenticator,
 * and in letters.
 */
export function EnrolPage({
  enrolment,
  message,
  isReplacement = false,
}: {
  enrolment: Enrolment;
  message: string;
  /** Of somebody who is signed in, in the place of the one that he has. */
  isReplacement?: boolean;
}) {
  const letters = enrolment.secret.match(/.{1,4}/g) ?? [];
  return (
    <AuthPage
      title={isReplacement ? 'Set up the new authenticator' : 'Set up two-step sign-in'}
      lead={isReplacement ? replaced : asked}
      message={message}
    >
      <ol>
        <li>Open the authenticator app on your phone.</li>
        <li>Scan the picture with it, or copy the key into it.</li>
        <li>Enter the six digits that it shows.</li>
      </ol>
      <a class="button quiet here" href={enrolment.uri}>
        Open the authenticator app on this phone
      </a>
      <div class="scan">
        <p class="hint here">Or scan it with another phone:</p>
        <div
          class="qr"
          role="img"
          aria-label="The key, to scan"
          dangerouslySetInnerHTML={{ __html: renderSVG(enrolment.uri, { border: 0 }) }}
        />
      </div>
      <div class="group">
        <p class="hint">Key</p>
        <code class="key">{letters.join(' ')}</code>
        <button type="button" class="quiet" data-copy={enrolment.secret} hidden>
          Copy the key
        </button>
      </div>
      <CodeForm
        label="Code"
        isFirst={message !== ''}
        {...(isReplacement && { action: `${replacementPath}/new` })}
      />
    </AuthPage>
  );
}

/** A code of the authenticator, or a recovery code, of somebody who is signed in. */
export function ProofCode({ hint }: { hint?: string }) {
  return (
    <div class="group">
      <label>
        Code
        <input
          class="code"
          name="code"
          autocomplete="one-time-code"
          spellcheck={false}
          maxlength={40}
          required
          {...(hint && { 'aria-describedby': 'code-rule' })}
        />
      </label>
      {hint ? (
        <p class="hint" id="code-rule">
          {hint}
        </p>
      ) : null}
    </div>
  );
}

/** Who replaces an authenticator is asked for what he signs in with, before a new one is offered. */
export function ProofPage({ returnTo, message }: { returnTo: string; message: string }) {
  return (
    <AuthPage
      title="Replace your authenticator"
      lead="First show that it is you: with your password, and a code of the authenticator that you have now, or a recovery code."
      message={message}
    >
      <form method="post" action={replacementPath}>
        <Secret label="Password" name="password" autocomplete="current-password" isFirst />
        <ProofCode />
        <input type="hidden" name="returnTo" value={returnTo} />
        <button type="submit">Continue</button>
      </form>
      <p>
        <a href={returnTo}>Cancel</a>
      </p>
      <p class="hint">Neither at hand? An administrator of your show can reset two-step sign-in for you.</p>
    </AuthPage>
  );
}

/** Asks for the code of an authenticator, or for a recovery code. */
export function CodePage({ isRecovery, message }: { isRecovery: boolean; message: string }) {
  if (isRecovery) return <RecoveryPage message={message} />;
  return (
    <AuthPage
      title="Two-step sign-in"
      lead="Enter the six digits that your authenticator shows for Backlot."
      message={message}
    >
      <CodeForm label="Code" isFirst />
      <p>
        <a href={`${path}?recovery=true`}>Use a recovery code</a>
      </p>
    </AuthPage>
  );
}

function RecoveryPage({ message }: { message: string }) {
  return (
    <AuthPage
      title="Use a recovery code"
      lead="One of those that you kept when you set up your authenticator. Each works once."
      message={message}
    >
      <form method="post" action={`${path}?recovery=true`}>
        <label>
          Recovery code
          <input
            class="code"
            name="code"
            autocomplete="off"
            autocapitalize="characters"
            spellcheck={false}
            maxlength={40}
            required
            autofocus
          />
        </label>
        <button type="submit">Continue</button>
      </form>
      <p>
        <a href={path}>Use the authenticator</a>
      </p>
      <p class="hint">Neither at hand? An administrator of your show can reset two-step sign-in for you.</p>
    </AuthPage>
  );
}

/** The recovery codes, this once. */
export function RecoveryCodesPage({ codes, returnTo }: { codes: readonly string[]; returnTo: string }) {
  const text = codes.join('\n');
  return (
    <AuthPage
      title="Keep your recovery codes"
      lead="Without your phone, each of these signs you in once. They are shown only now: keep them where you keep passwords, or on paper."
    >
      <ul class="codes">
        {codes.map((code) => (
          <li>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="row no-print">
        <button type="button" class="quiet" data-copy={text} hidden>
          Copy
        </button>
        <a
          class="button quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="backlot-recovery-codes.txt"
        >
          Download
        </a>
        <button type="button" class="quiet" data-print hidden>
          Print
        </button>
      </div>
      <a class="button no-print" href={returnTo}>
        I have kept them
      </a>
    </AuthPage>
  );
}
