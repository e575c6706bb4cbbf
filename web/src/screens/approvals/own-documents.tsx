import { Link } from 'react-aria-components/Link';
import { StatusChip } from '../../parts/display/chip.tsx';
import { isApprover } from '#domain/identity/permissions';
import { useSession } from '../../session/session.tsx';
import { kinds } from '../documents/paths.ts';
import { hrefOf } from '../documents/list/row-href.ts';
import { useHome } from './queue-summary.tsx';
import { OwnDocument } from './own-document.tsx';

/** The user's own documents, above the queue, for users who approve nothing (DEC-14). */
export function OwnDocuments() {
  const { rights, can } = useSession();
  const { data } = useHome();
  if (isApprover(rights.role) || !data || data.own.length === 0) return null;
  const toRevise = data.own.filter(({ submissionStatus }) => submissionStatus === 'Needs revision').length;
  const lists = [kinds.PO, ...(rights.invoices ? [kinds.INVOICE] : [])].filter(({ create }) =>
    can(create, 'READ'),
  );
  return (
    <section aria-labelledby="own-documents" className="gutter pt-3 pb-4 max-sm:pb-3">
      <div className="flex max-w-3xl flex-wrap items-baseline gap-x-4">
        <h2 id="own-documents" className="grow pb-1 font-semibold">
          Your documents
          {toRevise > 0 ? (
            <span className="font-normal text-ink-muted">{` · ${toRevise} sent back to you`}</span>
          ) : null}
        </h2>
        {lists.map(({ home, plural }) => (
          <Link
            key={home}
            href={`${home}?status=all`}
            className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm text-sm text-ink-muted underline underline-offset-2 data-hovered:no-underline"
          >
            {`All ${plural}`}
          </Link>
        ))}
      </div>
      <ul className="max-w-3xl">
        {data.own.map((row) => (
          <OwnDocument key={row.id} row={row} href={hrefOf(row.docType, row, 'CREATOR')}>
            <span className="w-42 shrink-0 max-sm:order-last max-sm:w-full">
              <StatusChip status={row.status} submissionStatus={row.submissionStatus} />
            </span>
          </OwnDocument>
        ))}
      </ul>
    </section>
  );
}
