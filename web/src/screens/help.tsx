import useSWR from 'swr';
import { askFile } from '../api.ts';
import { keys } from '../keys.ts';
import { EmptyState } from '../parts/card.tsx';
import { Loading } from '../parts/spinner.tsx';
import { texts } from '../words.ts';

async function faqUrl(): Promise<string> {
  const answer = await askFile('/pages/faq');
  const body = JSON.parse(await answer.text()) as { faqUrl: string };
  return body.faqUrl;
}

/** SH-27, SH-28: the questions and answers, in a frame. */
export function Help() {
  const { data, error } = useSWR(keys.faq(), faqUrl, { revalidateOnFocus: false });
  if (error !== undefined) return <EmptyState>{texts.contentFailed}</EmptyState>;
  if (data === undefined) return <Loading />;
  return (
    <iframe
      title="Questions and answers"
      src={data}
      sandbox="allow-scripts allow-popups"
      className="block h-full w-full border-0"
    />
  );
}
