import { AuthPage } from './auth-page.tsx';

interface SignInProps {
  returnTo: string;
  message: string;
  username?: string;
  /** Most people here sign in with the identity provider; this page is for the others. */
  isForSome?: boolean;
}

interface SecretProps {
  label: string;
  name: string;
  autocomplete: 'current-password' | 'new-password';
  isFirst?: boolean;
  /** Fewest characters of a new one. */
  shortest?: number;
}

/** A password, which can be looked at while it is typed. */
export function Secret({ label, name, autocomplete, isFirst = false, shortest }: SecretProps) {
  return (
    <div class="group">
      <label for={name}>{label}</label>
      <div class="secret">
        <input
          id={name}
          name={name}
          type="password"
          autocomplete={autocomplete}
          maxlength={200}
          required
          autofocus={isFirst}
          {...(shortest && { minlength: shortest, 'aria-describedby': 'rule' })}
        />
        <button type="button" class="show" data-show={name} aria-label="Show what is typed" hidden>
          Show
        </button>
      </div>
      {shortest ? (
        <p class="hint" id="rule">
          At least {shortest} characters. A few words that only you would combine work best.
        </p>
      ) : null}
    </div>
  );
}

/** The built-in sign-in page (DEC-05). */
export function SignInPage({ returnTo, message, username = '', isForSome = false }: SignInProps) {
  return (
    <AuthPage title="Sign in" lead="Purchase orders, invoices and payments for your show." message={message}>
      <form method="post" action="/api/auth/login">
        <label>
          E-mail
          <input
            name="username"
            type="email"
            autocomplete="username"
            required
            autofocus={username === ''}
            value={username}
          />
        </label>
        <Secret label="Password" name="password" autocomplete="current-password" isFirst={username !== ''} />
        <input type="hidden" name="returnTo" value={returnTo} />
        <button type="submit">Sign in</button>
      </form>
      <p class="beside">
        <a href="/api/auth/forgot">Forgot password?</a>
        {isForSome ? (
          <a href={`/api/auth/login?returnTo=${encodeURIComponent(returnTo)}`}>Single sign-on</a>
        ) : null}
      </p>
    </AuthPage>
  );
}

/** "Forgot password?" asks for the address alone, and tells nobody whether it is known here. */
export function ForgotPage({ message, username = '' }: { message: string; username?: string }) {
  return (
    <AuthPage
      title="Forgot your password?"
      lead="Enter your e-mail address. We will send you a link to set a new password."
      message={message}
    >
      <form method="post" action="/api/auth/forgot">
        <label>
          E-mail
          <input name="username" type="email" autocomplete="username" required autofocus value={username} />
        </label>
        <button type="submit">Send the link</button>
      </form>
      <p>
        <a href="/api/auth/login?local=true">Back to sign in</a>
      </p>
    </AuthPage>
  );
}

interface PasswordProps {
  token: string;
  username: string;
  shortest: number;
  message: string;
}

/** Where a mailed link leads to. */
export function PasswordPage({ token, username, shortest, message }: PasswordProps) {
  return (
    <AuthPage title="Choose a password" lead={`For ${username}`} message={message}>
      <form method="post" action={`/api/auth/password/${token}`}>
        {/* For password managers, which keep a password with its name. */}
        <input type="hidden" name="username" autocomplete="username" value={username} />
        <Secret
          label="New password"
          name="password"
          autocomplete="new-password"
          shortest={shortest}
          isFirst
        />
        <Secret label="Confirm password" name="again" autocomplete="new-password" />
        <button type="submit">Set password</button>
      </form>
    </AuthPage>
  );
}
