import { useState } from 'react';
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router';
import useSWR from 'swr';
import { askFile } from '../../api.ts';
import { keys } from '../../keys.ts';
import { LoadFailure } from '../../parts/page/card.tsx';
import { PageTabs } from '../../parts/page/page-tabs.tsx';
import { LoadingContent } from '../../parts/page/skeleton.tsx';
import { useTitle } from '../../parts/hooks/use-document-title.ts';
import { GuidePage } from './guide-page.tsx';
import { GuideSearch } from './guide-search.tsx';
import { guides, useGuideTasks } from './guide-tasks.ts';

/** (ER-07) */
const failed = 'Error loading content.';

/** The address of the questions and answers (API-76, DEC-87). Rejects also when the response has none. */
async function faqUrl(): Promise<URL> {
  const answer = await askFile('/pages/faq');
  const body = JSON.parse(await answer.text()) as { faqUrl: string };
  return new URL(body.faqUrl, location.origin);
}

/** Adds the current theme to the address of our own pages, which cannot read it from within the frame. */
function framed(url: URL): string {
  const theme = document.documentElement.dataset['theme'];
  if (url.origin !== location.origin || theme === undefined) return url.href;
  const themed = new URL(url);
  themed.searchParams.set('theme', theme);
  return themed.href;
}

/** Pages of other sites may use their own storage. Our own pages must not reach the session from within the frame. */
function sandboxOf(url: URL): string {
  const usual = 'allow-scripts allow-popups allow-popups-to-escape-sandbox';
  return url.origin === location.origin ? usual : `${usual} allow-same-origin allow-forms`;
}

const tabs = [{ id: 'faq', text: 'Questions', href: '/help' }].concat(
  guides.map(({ id, text }) => ({ id, text, href: `/help/${id}` })),
);

function Framed(props: { title: string; url: URL }) {
  const { title, url } = props;
  return (
    <iframe
      // A new page in the same frame would add an entry to the history.
      key={url.href}
      title={title}
      src={framed(url)}
      sandbox={sandboxOf(url)}
      className="block h-full w-full border-0"
    />
  );
}

/** The questions and answers in a frame (SH-27, SH-28). */
function Questions() {
  useTitle('Help');
  const { data, error, isValidating, mutate } = useSWR(keys.faq(), faqUrl, { revalidateOnFocus: false });
  if (data !== undefined) return <Framed title="Questions and answers" url={data} />;
  if (error === undefined) return <LoadingContent />;
  return <LoadFailure text={failed} onRetry={() => void mutate()} isBusy={isValidating} error={error} />;
}

/** The page of a task has its own heading. */
function HelpTitle(props: { isHeading: boolean }) {
  const Title = props.isHeading ? 'h1' : 'p';
  return <Title className="text-xl font-semibold max-sm:sr-only">Help</Title>;
}

/** `/help[/:guide[/:task]]`: the questions and answers (SH-27), and a guide for each role. */
export function Help() {
  const { guide, task = null } = useParams();
  const earlierTask = useSearchParams()[0].get('task');
  const chosen = guides.find(({ id }) => id === guide);
  const { data: tasks } = useGuideTasks(chosen !== undefined);
  const location = useLocation();
  const [firstLocation] = useState(location);
  // Going back to the first page makes a new location with the key of the first.
  const isOpenedHere = location !== firstLocation || location.key !== 'default';
  // Links from before a task had a page.
  if (chosen && earlierTask !== null)
    return <Navigate to={`/help/${chosen.id}/${encodeURIComponent(earlierTask)}`} replace />;
  return (
    <div className={chosen ? '' : 'grid h-full grid-cols-1 grid-rows-[auto_auto_minmax(0,1fr)]'}>
      <div className="gutter flex items-center justify-between gap-4 pt-5 pb-1 max-sm:pt-2 print:hidden">
        <HelpTitle isHeading={!chosen || task === null || !tasks} />
        <GuideSearch />
      </div>
      <PageTabs label="Help" selected={chosen?.id ?? 'faq'} tabs={tabs}>
        {chosen ? (
          <div className="gutter">
            <GuidePage guide={chosen} task={task} isOpenedHere={isOpenedHere} />
          </div>
        ) : (
          <Questions />
        )}
      </PageTabs>
    </div>
  );
}
