import { useRef, useState } from 'react';
import { Button } from '../../../parts/controls/button.tsx';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import { nameWithInactive } from '../../../parts/display/name-with-inactive.ts';
import { useKeptFocus } from '../../../parts/hooks/use-restore-focus.ts';
import { useSession } from '../../../session/session.tsx';
import { Section } from '../managed-form/section.tsx';
import { useShowUsers } from '../calls/users.ts';
import { checkMember } from '../calls/departments.ts';
import { departmentTexts, stayReason } from './messages.ts';

export interface Member {
  id: string;
  name: string;
  active: boolean;
}

interface MembersProps {
  /** Null for a department that is yet to be added. */
  departmentId: string | null;
  members: readonly Member[];
  /** Who belonged when the form was opened; only they have anything to check. */
  stored: readonly Member[];
  isReadOnly: boolean;
  /** What the last save says of a member, by `memberField`. */
  errorAt: (field: string) => string | null;
  onChange: (members: Member[]) => void;
  /** Whether somebody is being asked about. */
  onAsking: (isAsking: boolean) => void;
}

export function memberField(id: string): string {
  return `member ${id}`;
}

/** DEC-92, MG-02: who belongs to the department. Whoever leaves is asked about first (API-103) and stays as inactive. */
export function Members(props: MembersProps) {
  const { members, onChange, isReadOnly } = props;
  const { data: people, error } = useShowUsers();
  const { refused, busy, remove } = useRemoval(props);
  const list = useRef<HTMLUListElement>(null);
  useKeptFocus(list);
  const sorted = members.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
  const options = (people ?? [])
    .filter(({ id, isActive }) => isActive && !members.some((one) => one.id === id))
    .map(({ id, name, username }) => ({ id, text: name, detail: username }));
  return (
    <Section title="Members" text="People who create and approve documents for this department.">
      {isReadOnly ? null : (
        <ComboBox
          label="Add a member"
          placeholder="Name or username"
          options={options}
          isComing={people === undefined && !error}
          forgetsTyped
          value={null}
          onChange={(option) =>
            option && onChange([...members, { id: option.id, name: option.text, active: true }])
          }
        />
      )}
      {sorted.length === 0 ? (
        <p className="pt-3 text-ink-muted">This department has no members yet.</p>
      ) : null}
      <ul ref={list} aria-label="Members" className="grid divide-y divide-line pt-2">
        {sorted.map((member) => (
          <li key={member.id} data-field={memberField(member.id)} className="py-1.5">
            <div className="-mr-3 flex min-h-9 items-center justify-between gap-3">
              <span className={`min-w-0 truncate ${member.active ? '' : 'text-ink-muted'}`}>
                {nameWithInactive(member.name, member.active)}
              </span>
              {isReadOnly ? null : member.active ? (
                <Button
                  look="quiet"
                  aria-label={`Remove ${member.name}`}
                  isPending={busy === member.id}
                  onPress={() => void remove(member)}
                >
                  Remove
                </Button>
              ) : (
                <Button
                  look="quiet"
                  aria-label={`Activate ${member.name}`}
                  reason={
                    people?.some(({ id, isActive }) => id === member.id && isActive)
                      ? null
                      : 'This user is not active in the show.'
                  }
                  onPress={() => onChange(withActivity(members, member.id, true))}
                >
                  Activate
                </Button>
              )}
            </div>
            {refused?.id === member.id ? (
              <p role="alert" className="pb-1 text-sm text-negative">
                {refused.text}
              </p>
            ) : null}
            {props.errorAt(memberField(member.id)) ? (
              <p className="pb-1 text-sm text-negative">{props.errorAt(memberField(member.id))}</p>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function withActivity(members: readonly Member[], id: string, active: boolean): Member[] {
  return members.map((one) => (one.id === id ? { ...one, active } : one));
}

/** Somebody who was only just added goes again; of the others the server is asked whether they may. */
function useRemoval({ departmentId, members, stored, onChange, onAsking }: MembersProps) {
  const { show } = useSession();
  const [refused, setRefused] = useState<{ id: string; text: string } | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const remove = async ({ id, name }: Member) => {
    setRefused(null);
    const before = stored.find((one) => one.id === id);
    if (departmentId === null || !before) return onChange(members.filter((one) => one.id !== id));
    if (!before.active) return onChange(withActivity(members, id, false));
    setBusy(id);
    onAsking(true);
    try {
      const text = stayReason(await checkMember(show.id, departmentId, id), name);
      if (text === null) onChange(withActivity(members, id, false));
      else setRefused({ id, text });
    } catch {
      setRefused({ id, text: departmentTexts.notUpdated });
    }
    setBusy(null);
    return onAsking(false);
  };
  return { refused, busy, remove };
}
