import { useCallback } from 'react';
import useSWR from 'swr';
import type { EnteredBudget, EnteredLine, EnteredLines } from '#domain/budget/entered-budget';
import { api, ask } from '../../api.ts';
import { keys } from '../../keys.ts';
import { BudgetDecision } from '../../parts/display/budget-decision.tsx';
import { Card } from '../../parts/page/card.tsx';
import { useSession } from '../../session/session.tsx';
import type { SectionProps } from './model/draft.ts';
import { useEntered } from './use-entered.ts';

interface Props extends Pick<SectionProps, 'form' | 'docType' | 'documentId'> {
  linesOf: () => EnteredLine[];
}

/** The budget of the accounts in the form, as if it were submitted now (BUD-33). */
export function BudgetSection({ form, docType, documentId, linesOf }: Props) {
  const { show } = useSession();
  const read = useCallback((): { entered: EnteredLines; uncoded: number } => {
    const lines = linesOf();
    return {
      entered: {
        docType,
        docId: documentId,
        currency: form.getValues('currency'),
        lines: lines.filter(({ account }) => account !== ''),
      },
      uncoded: lines.filter(({ account, amount }) => account === '' && amount !== 0).length,
    };
  }, [form, docType, documentId, linesOf]);
  const { entered, uncoded } = useEntered(form, read);
  const { data } = useSWR<EnteredBudget>(
    entered.lines.length > 0 && entered.currency !== '' ? keys.enteredBudget(show.id, entered) : null,
    () => ask(api.api.budgets.entered.$post({ query: { showId: show.id }, json: entered })),
    { keepPreviousData: true },
  );
  if (!data?.budget || entered.lines.length === 0) return null;
  return (
    <Card>
      <BudgetDecision budget={data.budget} />
      {uncoded > 0 ? (
        <p className="pt-1 text-sm">
          {uncoded === 1
            ? '1 line without an account is not compared.'
            : `${uncoded} lines without an account are not compared.`}
        </p>
      ) : null}
    </Card>
  );
}
