import type { ReactNode } from 'react';
import type { SWRInfiniteResponse } from 'swr/infinite';
import { Button } from '../../parts/controls/button.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import type { DialogProps } from '../../parts/overlays/dialog.tsx';
import { LoadFailure } from '../../parts/page/card.tsx';

/** A list in a dialog, of which a page at a time is loaded. */
export function PagedDialog<Page extends { hasMore: boolean }>(props: {
  title: string;
  size?: DialogProps['size'];
  /** What is listed, as in `Error loading the rates.` */
  what: string;
  list: SWRInfiniteResponse<Page>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, what, onClose } = props;
  const { data: pages, error, size, setSize, isValidating, mutate } = props.list;
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      {...(props.size && { size: props.size })}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      {error && !pages ? (
        <LoadFailure
          text={`Error loading the ${what}.`}
          onRetry={() => void mutate()}
          isBusy={isValidating}
          error={error}
        />
      ) : null}
      {props.children}
      {pages?.at(-1)?.hasMore ? (
        <div className="pt-4">
          <Button onPress={() => void setSize(size + 1)} isPending={isValidating}>
            Show more
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}
