import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { documentLabel } from '#domain/documents/document-name';
import { toCents } from '#domain/values/money';
import { Money } from '../../parts/display/money.tsx';
import type { HomeSummary } from './queue-summary.tsx';

/** A row that opens one of the user's own documents. `children` shows its status. */
export function OwnDocument(props: {
  row: HomeSummary['revisions'][number];
  href: string;
  children: ReactNode;
}) {
  const { docType, number, vendorName, currency, totalCost } = props.row;
  return (
    <li>
      <Link
        href={props.href}
        className="touch:min-h-11 group flex min-w-0 cursor-pointer items-center gap-3 rounded-sm py-1 text-sm"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          {props.children}
          <span className="shrink-0 font-medium underline-offset-2 group-data-hovered:underline">
            {documentLabel(docType, number)}
          </span>
          <span className="min-w-0 flex-1 basis-20 truncate text-ink-muted">{vendorName}</span>
        </span>
        <Money cents={toCents(totalCost)} currency={currency} />
        <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
      </Link>
    </li>
  );
}
