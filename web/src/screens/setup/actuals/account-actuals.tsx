import { Button } from '../../../parts/controls/button.tsx';
import { ActualList } from './actual-list.tsx';
import { useActualRows } from './calls.ts';

/** The other actuals that count for an account, below its documents (ACTUAL-06). */
export function AccountActuals(props: { account: string; day: string | null; currency: string }) {
  const { account, day, currency } = props;
  const { data: pages, isValidating, size, setSize } = useActualRows({ account, day });
  const rows = pages?.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label="Other actuals" className="pt-4">
      <h3 className="font-semibold">Other actuals</h3>
      <ActualList rows={rows} currency={currency} />
      {pages?.at(-1)?.hasMore ? (
        <Button onPress={() => void setSize(size + 1)} isPending={isValidating}>
          Show more actuals
        </Button>
      ) : null}
    </section>
  );
}
