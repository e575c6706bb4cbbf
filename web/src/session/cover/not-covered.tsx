import { Link } from 'react-aria-components/Link';
import type { Cover } from '#domain/cover/cover-request';
import type { DocType } from '#domain/document';

const lists = {
  PO: { path: '/po', status: 'all', one: 'purchase order', many: 'purchase orders' },
  INVOICE: { path: '/invoice', status: 'all', one: 'invoice', many: 'invoices' },
  PAYMENT: { path: '/payment', status: 'in-progress', one: 'payment', many: 'payments' },
} as const satisfies Record<DocType, { path: string; status: string; one: string; many: string }>;

/** The list of the documents that nobody may decide in place of an absent user (COV-27). */
export function notCoveredHref(docType: DocType, userId: string): string {
  const { path, status } = lists[docType];
  const params = new URLSearchParams([
    ['status', status],
    ['notCovered', userId],
    ['sort', 'WAITING_SINCE,ASC'],
  ]);
  return `${path}?${params.toString()}`;
}

/** Links to the documents that only the absent user can decide; nothing when there are none. */
export function NotCovered({
  cover: { absent, undecidedByType = [] },
}: {
  cover: Pick<Cover, 'absent'> & { undecidedByType?: Cover['undecidedByType'] | undefined };
}) {
  if (undecidedByType.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-negative">
      <span>{`Only ${absent.name} can decide`}</span>
      {undecidedByType.map(({ docType, count }) => (
        <Link
          key={docType}
          href={notCoveredHref(docType, absent.userId)}
          className="touch:inline-flex touch:min-h-11 touch:items-center rounded-sm underline underline-offset-2 data-hovered:no-underline"
        >
          {`${count} ${count === 1 ? lists[docType].one : lists[docType].many}`}
        </Link>
      ))}
    </p>
  );
}
