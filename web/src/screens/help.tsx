import useSWR from 'swr';
import { askFile } from '../api.ts';
import { keys } from '../keys.ts';
import { LoadFailure } from '../parts/card.tsx';
import { Loading } from '../parts/spinner.tsx';
import { useTitle } from '../parts/use-title.ts';
import { texts } from '../texts.ts';

/** The address of the questions and answers (API-76, DEC-87). Errors: also an answer without one. */
async function faqUrl(): Promise<URL> {
  const answer = await askFile('/pages/faq');
  const body = JSON.parse(await answer.text()) as { faqUrl: string };
  return new URL(body.faqUrl, location.origin);
}

/** A page of ours follows the theme that was chosen here, which it cannot read from within its frame. */
function framed(url: URL): string {
  const theme = document.documentElement.dataset['theme'];
  if (url.origin !== location.origin || theme === undefined) return url.href;
  const themed = new URL(url);
  themed.searchParams.set('theme', theme);
  return themed.href;
}

/** A page of another site may have its own storage; ours must not reach the session from within the frame. */
function sandboxOf(url: URL): string {
  const usual = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
  return url.origin === location.origin ? usual : `${usual} allow-same-origin allow-forms`;
}

/** SH-27, SH-28: the questions and answers, in a frame. */
export function Help() {
  const { data, error, isValidating, mutate } = useSWR(keys.faq(), faqUrl, { revalidateOnFocus: false });
  useTitle('Help');
  if (data !== undefined) {
    return (
      <>
        <h1 className="sr-only">Help</h1>
        <iframe
          title="Questions and answers"
          src={framed(data)}
          sandbox={sandboxOf(data)}
          className="block h-full w-full border-0"
        />
      </>
    );
  }
  if (error === undefined) return <Loading />;
  return <LoadFailure text={texts.contentFailed} onRetry={() => void mutate()} isBusy={isValidating} />;
}
