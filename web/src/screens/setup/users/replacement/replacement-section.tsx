import { useState } from 'react';
import useSWR from 'swr';
import { isApprover } from '#domain/identity/permissions';
import type { User } from '#domain/management/management-response';
import type { ReplacementsOfUser } from '#domain/replacement/replacement-response';
import { keys } from '../../../../keys.ts';
import { Button } from '../../../../parts/controls/button.tsx';
import { Time } from '../../../../parts/display/date-format.tsx';
import { useSession } from '../../../../session/session.tsx';
import { Section } from '../../managed-form/section.tsx';
import { readReplacements } from './calls.ts';
import { useMayReplace } from './may-replace.ts';
import { ReplacementOverlay } from './replacement-overlay.tsx';
import { documentsText, listedText, states } from './words.ts';

function Former(props: { replacements: ReplacementsOfUser['replacements']; onOpen: (id: string) => void }) {
  return (
    <ul className="flex flex-col">
      {props.replacements.map(({ id, replacement, state, startedAt, documents }) => (
        <li
          key={id}
          className="flex min-h-12 items-center justify-between gap-4 border-b border-line py-1.5 last:border-b-0"
        >
          <div className="min-w-0">
            <p className="truncate">{`Replaced by ${replacement.name}`}</p>
            <p className="text-sm text-ink-muted">
              {`${states[state]} · ${documentsText(documents)} · `}
              <Time at={startedAt} />
            </p>
          </div>
          <Button
            look="quiet"
            flush="right"
            onPress={() => props.onOpen(id)}
            aria-label={`Show Result of ${replacement.name}`}
          >
            Show Result
          </Button>
        </li>
      ))}
    </ul>
  );
}

function Replacements({ user }: { user: User }) {
  const { show } = useSession();
  const { data, error, mutate } = useSWR<ReplacementsOfUser>(
    keys.managed(show.id, 'replacements', user.id),
    () => readReplacements(show.id, user.id),
  );
  /** The replacement to show, or an empty id for a new one. */
  const [opened, setOpened] = useState<string | null>(null);
  const lists = data && (data.documents + data.flows > 0 || data.replacements.length > 0);
  // A former approver may be inactive or have another role by now.
  if (!lists && !(user.isActive && isApprover(user.roleId))) return null;
  const close = () => {
    setOpened(null);
    void mutate();
  };
  return (
    <Section title="Replacement">
      <div className="flex flex-col gap-3">
        {data && data.replacements.length > 0 ? (
          <Former replacements={data.replacements} onOpen={setOpened} />
        ) : null}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {!data && error ? (
            <>
              <p className="text-ink-muted">What lists this user could not be read.</p>
              <Button onPress={() => void mutate()}>Try again</Button>
            </>
          ) : (
            <>
              <p className="min-w-0 flex-1 text-ink-muted max-sm:basis-full">
                {data ? listedText(data) : '\u00a0'}
              </p>
              <Button onPress={() => setOpened('')}>Replace Approver</Button>
            </>
          )}
        </div>
      </div>
      {opened === null ? null : <ReplacementOverlay user={user} openedId={opened || null} onClose={close} />}
    </Section>
  );
}

/** The replacement of an approver, and those of the last month (REPL-07). */
export function ReplacementSection({ user }: { user: User }) {
  return useMayReplace() ? <Replacements user={user} /> : null;
}
