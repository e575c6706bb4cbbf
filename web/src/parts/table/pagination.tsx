import { ChevronLeft, ChevronRight } from 'lucide-react';
import { IconButton } from '../controls/button.tsx';

/** Numbered pages, for lists without infinite scrolling (SH-48). Renders nothing if there is only one page. */
export function Pagination(props: {
  page: number;
  count: number;
  total: number;
  onPage: (page: number) => void;
}) {
  const { page, count, total, onPage } = props;
  const pages = Math.max(1, Math.ceil(total / count));
  if (pages === 1) return null;
  const first = (page - 1) * count + 1;
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 py-3 text-sm text-ink-muted">
      <span className="figures">{`${first}–${Math.min(total, page * count)} of ${total}`}</span>
      <IconButton label="Previous page" isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="size-4" />
      </IconButton>
      <IconButton label="Next page" isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        <ChevronRight aria-hidden className="size-4" />
      </IconButton>
    </nav>
  );
}
