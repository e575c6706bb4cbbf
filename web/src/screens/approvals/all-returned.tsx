import { Link } from 'react-aria-components/Link';
import { kinds } from '../documents/paths.ts';
import type { Returned } from './revision-requests.tsx';
import { returnedHref } from './tile-rows.ts';

/** Links to the lists of the documents that came back, if more did than are named (HOME-04). */
export function AllReturned({ revisions, counts }: Returned) {
  return (['PO', 'INVOICE'] as const).map((docType) => {
    const { code, plural } = kinds[docType];
    const count = counts?.[code] ?? 0;
    if (count === revisions.filter((row) => row.docType === docType).length) return null;
    return (
      <Link
        key={docType}
        href={returnedHref(docType)}
        className="ml-3 rounded-sm font-normal underline underline-offset-2 data-hovered:no-underline"
      >
        {`All ${count} ${plural.toLowerCase()}`}
      </Link>
    );
  });
}
