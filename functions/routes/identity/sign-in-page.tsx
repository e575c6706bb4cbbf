import { AuthPage } from './auth-page.tsx';

interface SignInProps {
  returnTo: string;
  message: string;
  username?: string;
  /** Whether most users sign in with the identity provider, so that this page links to it. */
  hasProvider?: boolean;
}

interface SecretProps {
  label: string;
  name: string;
  autocomplete: 'current-password' | 'new-password';
  isFirst?: boolean;
  /** The minimum length of a new password. */
  minLength?: number;
}

/** A password field whose content can be shown. */
export function Secret({ label, name, autocomplete, isFirst = false, minLength }: SecretProps) {
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
          {...(minLength && { minlength: minLength, 'aria-describedby': 'rule' })}
        />
        <button type="button" class="show" data-show={name} aria-label="Show what is typed" hidden>
          Show
        </button>
      </div>
      {minLength ? (
        <p class="hint" id="rule">
          At least {minLength} characters. A few words that only you would combine work best.
        </p>
      ) : null}
    </div>
  );
}

/** The built-in sign-in page (DEC-05). */
export function SignInPage({ returnTo, message, username = '', hasProvider = false }: SignInProps) {
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
        {hasProvider ? (
          <a href={`/api/auth/login?returnTo=${encodeURIComponent(returnTo)}`}>Single sign-on</a>
        ) : null}
      </p>
    </AuthPage>
  );
}

/** The form for the e-mail address; it does not reveal whether the address is known. */
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
  minLength: number;
  message: string;
}

export function PasswordPage({ token, username, minLength, message }: PasswordProps) {
  return (
    <AuthPage title="Choose a password" lead={`For ${username}`} message={message}>
      <form method="post" action={`/api/auth/password/${token}`}>
        {/* Password managers store the password under this username. */}
        <input type="hidden" name="username" autocomplete="username" value={username} />
        <Secret
          label="New password"
          name="password"
          autocomplete="new-password"
          minLength={minLength}
          isFirst
        />
        <Secret label="Confirm password" name="again" autocomplete="new-password" />
        <button type="submit">Set password</button>
      </form>
    </AuthPage>
  );
}
