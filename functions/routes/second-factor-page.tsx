import { renderSVG } from 'uqr';
import type { Asked } from '#verbs/second-factor';
import { AuthPage } from './auth-page.tsx';

const path = '/api/auth/second-factor';

function CodeForm({ label }: { label: string }) {
  return (
    <form method="post" action={path}>
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
          autofocus
        />
      </label>
      <button type="submit">Continue</button>
    </form>
  );
}

/** Sets up an authenticator: the secret as a picture, and in letters for who has no camera. */
export function EnrolPage({
  enrolment,
  message,
}: {
  enrolment: NonNullable<Asked['enrolment']>;
  message: string;
}) {
  const letters = enrolment.secret.match(/.{1,4}/g) ?? [];
  return (
    <AuthPage
      title="Set up two-step sign-in"
      lead="Your account asks for a code from an authenticator application besides the password."
      message={message}
    >
      <ol>
        <li>Open an authenticator on your telephone.</li>
        <li>Scan the picture, or type the key.</li>
        <li>Enter the six digits that it shows.</li>
      </ol>
      <div
        class="qr"
        role="img"
        aria-label="The key below, to scan"
        dangerouslySetInnerHTML={{ __html: renderSVG(enrolment.uri, { border: 0 }) }}
      />
      <div>
        <p class="hint">Key</p>
        <code class="key">{letters.join(' ')}</code>
      </div>
      <CodeForm label="Code" />
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
      <CodeForm label="Code" />
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
            maxlength={24}
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
  return (
    <AuthPage
      title="Keep your recovery codes"
      lead="Without your telephone, each of these signs you in once. They are shown only now: print them, or keep them where you keep passwords."
    >
      <ul class="codes">
        {codes.map((code) => (
          <li>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <a class="button no-print" href={returnTo}>
        I have kept them
      </a>
    </AuthPage>
  );
}
