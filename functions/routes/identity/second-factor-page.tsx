import type { Enrolment } from '#verbs/identity/authenticator';
import { AuthPage } from './auth-page.tsx';
import { Secret } from './sign-in-page.tsx';

const path = '/api/auth/second-factor';
const replacementPath = '/api/auth/authenticator';

const requiredText =
  'Your account needs a code from an authenticator app as well as your password. Use your password manager, or an app such as Google Authenticator or Microsoft Authenticator.';
const replacementText =
  'Your current authenticator keeps working until you enter a code from the new one. Then it and its recovery codes stop working, and you are signed out everywhere else.';

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

/** Loads the generator of QR codes, which few requests need. */
async function KeyCode({ uri }: { uri: string }) {
  const { renderSVG } = await import('uqr');
  return (
    <div
      class="qr"
      role="img"
      aria-label="The key, for scanning"
      dangerouslySetInnerHTML={{ __html: renderSVG(uri, { border: 0 }) }}
    />
  );
}

/**
 * Sets up an authenticator: the secret as a QR code, as a link for the phone that has the authenticator, and as text.
 */
export function EnrolPage({
  enrolment,
  message,
  isReplacement = false,
}: {
  enrolment: Enrolment;
  message: string;
  /** A signed-in user replaces the present authenticator. */
  isReplacement?: boolean;
}) {
  const letters = enrolment.secret.match(/.{1,4}/g) ?? [];
  return (
    <AuthPage
      title={isReplacement ? 'Set up the new authenticator' : 'Set up two-step sign-in'}
      lead={isReplacement ? replacementText : requiredText}
      message={message}
    >
      <ol>
        <li>Open the authenticator app on your phone.</li>
        <li>Scan the QR code, or copy the key into the app.</li>
        <li>Enter the six digits that the app shows.</li>
      </ol>
      <a class="button quiet here" href={enrolment.uri}>
        Open the authenticator app on this phone
      </a>
      <div class="scan">
        <p class="hint here">Or scan it with another phone:</p>
        <KeyCode uri={enrolment.uri} />
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

/** A code of the authenticator, or a recovery code, of a signed-in user. */
export function ReauthenticationCode({ hint }: { hint?: string }) {
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

/** Confirms the user's identity before offering a new authenticator. */
export function ReauthenticationPage({ returnTo, message }: { returnTo: string; message: string }) {
  return (
    <AuthPage
      title="Replace your authenticator"
      lead="First confirm your identity. Enter your password and a code from your current authenticator, or a recovery code."
      message={message}
    >
      <form method="post" action={replacementPath}>
        <Secret label="Password" name="password" autocomplete="current-password" isFirst />
        <ReauthenticationCode />
        <input type="hidden" name="returnTo" value={returnTo} />
        <button type="submit">Continue</button>
      </form>
      <p>
        <a href={returnTo}>Cancel</a>
      </p>
      <p class="hint">
        Do you have neither? An administrator of your show can reset two-step sign-in for you.
      </p>
    </AuthPage>
  );
}

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
      lead="Enter one of the codes that you saved when you set up your authenticator. Each code works once."
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
      <p class="hint">
        Do you have neither? An administrator of your show can reset two-step sign-in for you.
      </p>
    </AuthPage>
  );
}

/** The recovery codes, which are shown only once. */
export function RecoveryCodesPage({ codes, returnTo }: { codes: readonly string[]; returnTo: string }) {
  const text = codes.join('\n');
  return (
    <AuthPage
      title="Save your recovery codes"
      lead="If you do not have your phone, each of these codes signs you in once. They are shown only now. Save them with your passwords, or print them."
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
        I saved the codes
      </a>
    </AuthPage>
  );
}
