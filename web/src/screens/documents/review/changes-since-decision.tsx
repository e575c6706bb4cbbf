import { historyTexts } from '#domain/history/history';
import { changesSinceDecision } from '#domain/history/changes-since-decision';
import { onDayWords } from '#domain/values/day-words';
import { Card } from '../../../parts/page/card.tsx';
import { timeZone, today } from '../../../parts/display/date-format.tsx';
import { useSession } from '../../../session/session.tsx';
import { ChangedValues } from '../changed-value.tsx';
import type { StoredDocument } from '../document.ts';

/** Every value that changed since the document was last decided on (REV-03). */
export function ChangesSinceDecision({ document }: { document: StoredDocument }) {
  const { user } = useSession();
  const changed = changesSinceDecision(document, user.name);
  if (!changed) return null;
  const { since, fields } = changed;
  const event = historyTexts[since.type];
  return (
    <Card title="Changed Since Last Time">
      <p className="pb-2 text-sm text-ink-muted">
        {`After “${event}” by ${since.userName} ${onDayWords(since.timeStamp, { today: today(), timeZone })}.`}
      </p>
      <ChangedValues fields={fields} />
    </Card>
  );
}
