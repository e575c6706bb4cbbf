import { Link } from 'react-aria-components/Link';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { toCents } from '#domain/values/money';
import { Money } from '../../../parts/display/money.tsx';
import { approvedWithError } from '../messages.ts';
import { reviewPath } from '../paths.ts';
import { documentOf, kindOf, nameOf, reasonText, skippedOf } from './words.ts';
import type { BulkRun } from '#domain/bulk-approval/bulk-response';

function Problem(props: {
  id: string;
  run: BulkRun;
  tone: 'failed' | 'skipped' | 'warned';
  onFollow: () => void;
  children: string;
}) {
  const { id, run, tone } = props;
  const kind = kindOf(run);
  const document = documentOf(run, id);
  const Icon = tone === 'failed' ? CircleAlert : TriangleAlert;
  return (
    <li className="flex gap-2 py-2">
      <Icon
        aria-hidden
        className={`touch:mt-2.5 mt-0.5 size-4 shrink-0 ${tone === 'failed' ? 'text-negative' : 'text-caution'}`}
      />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex items-baseline justify-between gap-3">
          <Link
            href={reviewPath(
              kind.docType,
              id,
              kind.action === 'approve' || kind.action === 'take-back' ? 'APPROVER' : 'CREATOR',
            )}
            onPress={props.onFollow}
            className="figures touch:py-2 cursor-pointer truncate rounded-sm font-medium underline underline-offset-2"
          >
            {nameOf(kind, document)}
          </Link>
          {document ? <Money cents={toCents(document.totalCost)} currency={document.currency} /> : null}
        </p>
        <p className="text-ink-muted">{props.children}</p>
      </div>
    </li>
  );
}

/**
 * The failed and skipped documents with their reasons, and those that were approved although accounting rejected them (DEC-03,
 * DEC-45).
 */
export function RunProblems(props: { run: BulkRun; onFollow: () => void }) {
  const { run, onFollow } = props;
  const kind = kindOf(run);
  const skipped = skippedOf(run);
  const failed = run.failed.filter((one) => !skipped.includes(one));
  const { warnings } = run;
  return (
    <div className="max-h-60 divide-y divide-line overflow-auto border-t border-line px-4 max-sm:max-h-[35vh]">
      {failed.length > 0 ? (
        <ul aria-label="Failed">
          {failed.map((failure) => (
            <Problem key={failure.id} id={failure.id} run={run} tone="failed" onFollow={onFollow}>
              {reasonText(kind, failure)}
            </Problem>
          ))}
        </ul>
      ) : null}
      {skipped.length > 0 ? (
        <ul aria-label="Skipped">
          {skipped.map((one) => (
            <Problem key={one.id} id={one.id} run={run} tone="skipped" onFollow={onFollow}>
              {reasonText(kind, one)}
            </Problem>
          ))}
        </ul>
      ) : null}
      {warnings.length > 0 ? (
        <ul aria-label="Approved with a warning">
          {warnings.map((warning) => (
            <Problem key={warning.id} id={warning.id} run={run} tone="warned" onFollow={onFollow}>
              {[approvedWithError(nameOf(kind, documentOf(run, warning.id))), warning.message].join(' ')}
            </Problem>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
