import { isGuarantor } from '#domain/identity/permissions';
import { useRef, useState } from 'react';
import { Button } from '../../../parts/controls/button.tsx';
import { ComboBox } from '../../../parts/fields/combo-box.tsx';
import { nameWithInactive } from '../../../parts/display/name-with-inactive.ts';
import { useRestoreFocus } from '../../../parts/hooks/use-restore-focus.ts';
import { useSession } from '../../../session/session.tsx';
import { Section } from '../managed-form/section.tsx';
import { useShowUsers } from '../calls/users.ts';
import { checkMember } from '../calls/departments.ts';
import { departmentTexts, removalRefusal } from './messages.ts';

export interface Member {
  id: string;
  name: string;
  active: boolean;
}

interface MembersProps {
  /** Null for a new department. */
  departmentId: string | null;
  members: readonly Member[];
  /** The members when the form opened. Only their removal has to be checked. */
  stored: readonly Member[];
  isReadOnly: boolean;
  /** The error of the last save at a member, by `memberField`. */
  errorAt: (field: string) => string | null;
  onChange: (members: Member[]) => void;
  /** Whether a removal is being checked. */
  onChecking: (isChecking: boolean) => void;
}

export function memberField(id: string): string {
  return `member ${id}`;
}

/**
 * The members of the department (DEC-92, MG-02). A removal is checked first (API-103) and leaves an inactive member.
 */
export function Members(props: MembersProps) {
  const { members, onChange, isReadOnly } = props;
  const { data: people, error } = useShowUsers();
  const { removalError, busy, remove } = useRemoval(props);
  const list = useRef<HTMLUListElement>(null);
  useRestoreFocus(list);
  const sorted = members.toSorted(
    (a, b) => Number(b.active) - Number(a.active) || a.name.localeCompare(b.name),
  );
  const options = (people ?? [])
    .filter(
      ({ id, isActive, roleId }) =>
        isActive && !isGuarantor({ role: roleId }) && !members.some((one) => one.id === id),
    )
    .map(({ id, name, username }) => ({ id, text: name, detail: username }));
  return (
    <Section title="Members" text="People who create and approve documents for this department.">
      {isReadOnly ? null : (
        <ComboBox
          label="Add a member"
          placeholder="Name or username"
          options={options}
          isLoadingOptions={people === undefined && !error}
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
            {removalError?.id === member.id ? (
              <p role="alert" className="pb-1 text-sm text-negative">
                {removalError.text}
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

/** Removes a member. A new one is removed at once. For a stored one the server checks whether it can be removed. */
function useRemoval({ departmentId, members, stored, onChange, onChecking }: MembersProps) {
  const { show } = useSession();
  const [removalError, setRemovalError] = useState<{ id: string; text: string } | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const remove = async ({ id, name }: Member) => {
    setRemovalError(null);
    const before = stored.find((one) => one.id === id);
    if (departmentId === null || !before) return onChange(members.filter((one) => one.id !== id));
    if (!before.active) return onChange(withActivity(members, id, false));
    setBusy(id);
    onChecking(true);
    try {
      const text = removalRefusal(await checkMember(show.id, departmentId, id), name);
      if (text === null) onChange(withActivity(members, id, false));
      else setRemovalError({ id, text });
    } catch {
      setRemovalError({ id, text: departmentTexts.notUpdated });
    }
    setBusy(null);
    return onChecking(false);
  };
  return { removalError, busy, remove };
}
