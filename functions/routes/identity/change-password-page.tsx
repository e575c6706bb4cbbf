import { AuthPage } from './auth-page.tsx';
import { ProofCode } from './second-factor-page.tsx';
import { Secret } from './sign-in-page.tsx';

interface ChangePasswordProps {
  username: string;
  /** Whether the person has an authenticator, of which a code is asked for. */
  asksCode: boolean;
  shortest: number;
  returnTo: string;
  message: string;
}

/** Where somebody who is signed in changes the password. */
export function ChangePasswordPage(props: ChangePasswordProps) {
  const { username, asksCode, shortest, returnTo, message } = props;
  return (
    <AuthPage
      title="Change your password"
      lead="You stay signed in here. You will be signed out everywhere else, and your API tokens will stop working."
      message={message}
    >
      <form method="post" action="/api/auth/password">
        {/* For password managers, which keep a password with its name. */}
        <input type="hidden" name="username" autocomplete="username" value={username} />
        <Secret label="Current password" name="current" autocomplete="current-password" isFirst />
        {asksCode ? (
          <ProofCode hint="Enter the code from your authenticator app, or a recovery code." />
        ) : null}
        <Secret label="New password" name="password" autocomplete="new-password" shortest={shortest} />
        <Secret label="Confirm password" name="again" autocomplete="new-password" />
        <input type="hidden" name="returnTo" value={returnTo} />
        <button type="submit">Change password</button>
      </form>
      <p>
        <a href={returnTo}>Cancel</a>
      </p>
    </AuthPage>
  );
}
