import { Button } from '../parts/controls/button.tsx';
import { PlainPage } from '../parts/page/plain-page.tsx';
import { useTitle } from '../parts/hooks/use-document-title.ts';
import { texts } from '../texts.ts';

/** SE-17, SE-18: someone who belongs to no show, and may have signed in with the wrong account. */
export function NoAccess(props: { username: string; onLogOut: () => void }) {
  useTitle('No Access');
  return (
    <PlainPage title="No Access" action={<Button onPress={props.onLogOut}>Log Out</Button>}>
      <p>{texts.noAccess}</p>
      <p className="pt-2 wrap-anywhere">You are signed in as {props.username}.</p>
    </PlainPage>
  );
}
