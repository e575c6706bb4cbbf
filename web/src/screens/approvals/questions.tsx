import { ChevronRight } from 'lucide-react';
import { Link } from 'react-aria-components/Link';
import { documentLabel } from '#domain/documents/document-name';
import { Time } from '../../parts/display/date-format.tsx';
import { reviewPath } from '../documents/paths.ts';
import type { HomeSummary } from './queue-summary.tsx';

/** The open questions to the user. Each row opens the review, where it is answered (ASK-04). */
export function Questions(props: { questions: HomeSummary['questions'] }) {
  return (
    <section aria-labelledby="questions-to-you" className="min-w-0 max-w-2xl">
      <h2 id="questions-to-you" className="pb-1 text-xs font-semibold text-ink-muted">
        Questions to you
      </h2>
      <ul>
        {props.questions.map(({ docType, id, number, asker, question, since, isOwn }) => (
          <li key={`${id} ${since}`}>
            <Link
              href={reviewPath(docType, id, isOwn ? 'CREATOR' : 'APPROVER')}
              className="touch:min-h-11 group flex min-w-0 cursor-pointer items-center gap-3 rounded-sm py-1 text-sm"
            >
              <span aria-hidden className="size-2 shrink-0 rounded-full bg-caution" />
              <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
                <span className="shrink-0 font-medium underline-offset-2 group-data-hovered:underline">
                  {documentLabel(docType, number)}
                </span>
                <span className="min-w-0 flex-1 basis-40 truncate">{`${asker}: ${question}`}</span>
                <span className="text-xs text-ink-muted">
                  <Time at={since} />
                </span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
