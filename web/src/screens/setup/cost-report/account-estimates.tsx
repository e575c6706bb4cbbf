import { toCents } from '#domain/values/money';
import { Button } from '../../../parts/controls/button.tsx';
import { Day } from '../../../parts/display/date-format.tsx';
import { Money } from '../../../parts/display/money.tsx';
import { ChangeHead } from '../change-head.tsx';
import { useEstimateHistory } from './calls.ts';

/** The changes of the estimate of an account, below its documents (EFC-06). */
export function AccountEstimates({ account }: { account: string }) {
  const { data: pages, isValidating, size, setSize } = useEstimateHistory(account);
  const changes = pages?.flatMap((page) => page.changes.map((one) => ({ ...one, currency: page.currency })));
  if (!changes || changes.length === 0) return null;
  return (
    <section aria-label="Estimates" className="pt-4">
      <h3 className="font-semibold">Estimates</h3>
      <ol className="divide-y divide-line">
        {changes.map((change) => (
          <li key={change.revision} className="py-3">
            <ChangeHead change={change}>
              {change.efc === null ? (
                'Estimate removed'
              ) : (
                <>
                  {'EFC '}
                  <Money cents={toCents(change.efc)} currency={change.currency} />
                </>
              )}
            </ChangeHead>
            <p className="text-sm wrap-anywhere text-ink-muted">
              {'As of '}
              <Day day={change.day} />
              {` · ${change.reason}`}
            </p>
          </li>
        ))}
      </ol>
      {pages?.at(-1)?.hasMore ? (
        <Button onPress={() => void setSize(size + 1)} isPending={isValidating}>
          Show more estimates
        </Button>
      ) : null}
    </section>
  );
}
