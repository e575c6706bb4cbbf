import { Button } from '../parts/button.tsx';
import { useTitle } from '../parts/use-title.ts';
import { texts } from '../words.ts';

/** SE-17, SE-18: someone who belongs to no show. */
export function NoAccess(props: { onLogOut: () => void }) {
  useTitle('No Access');
  return (
    <main className="grid h-full place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-3 text-center">
        <h1 className="text-xl font-semibold">No Access</h1>
        <p className="text-balance text-ink-muted">{texts.noAccess}</p>
        <div className="pt-2">
          <Button onPress={props.onLogOut}>Log Out</Button>
        </div>
      </div>
    </main>
  );
}
