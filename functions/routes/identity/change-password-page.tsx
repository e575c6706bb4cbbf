import { AuthPage } from './auth-page.tsx';
import { ReauthenticationCode } from './second-factor-page.tsx';
import { Secret } from './sign-in-page.tsx';

interface ChangePasswordProps {
  username: string;
  /** Whether the user has an authenticator and must enter a code. */
  needsCode: boolean;
  minLength: number;
  returnTo: string;
  message: string;
}

export function ChangePasswordPage(props: ChangePasswordProps) {
  const { username, needsCode, minLength, returnTo, message } = props;
  return (
    <AuthPage
      title="Change your password"
      lead="You stay signed in here. You will be signed out everywhere else, and your API tokens will stop working."
      message={message}
    >
      <form method="post" action="/api/auth/password">
        {/* Password managers store the password under this username. */}
        <input type="hidden" name="username" autocomplete="username" value={username} />
        <Secret label="Current password" name="current" autocomplete="current-password" isFirst />
        {needsCode ? (
          <ReauthenticationCode hint="Enter the code from your authenticator app, or a recovery code." />
        ) : null}
        <Secret label="New password" name="password" autocomplete="new-password" minLength={minLength} />
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
