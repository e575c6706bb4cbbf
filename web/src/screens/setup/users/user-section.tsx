import type { UseFormReturn } from 'react-hook-form';
import { Switch } from '../../../parts/fields/checkbox.tsx';
import { Field } from '../managed-form/section.tsx';
import type { UserDraft } from './user-draft.ts';

export interface UserSectionProps {
  form: UseFormReturn<UserDraft>;
  values: UserDraft;
  errorAt: (field: string) => string | null;
  isReadOnly: boolean;
  isNew: boolean;
  /** One's own role and status stay as they are. */
  isSelf: boolean;
  /** Names and two-step sign-in belong to the account, which is kept elsewhere or chosen already. */
  hasOwnNames: boolean;
  /** Why the account is not for this show to change. */
  accountLock: string | null;
}

export const changed = { shouldDirty: true } as const;

export type ToggleName = {
  [Name in keyof UserDraft]: UserDraft[Name] extends boolean ? Name : never;
}[keyof UserDraft];

/** A switch of the user. */
export function Toggle(
  props: UserSectionProps & {
    name: ToggleName;
    label: string;
    hint?: string | null;
    isClosed: boolean;
    reason?: string | null;
  },
) {
  const { form, values, name, label, hint = null, isClosed, reason = null } = props;
  return (
    <Field name={name}>
      <Switch
        label={label}
        {...(hint !== null && { hint })}
        isSelected={values[name]}
        isDisabled={isClosed}
        reason={reason}
        onChange={(on) => form.setValue(name, on, changed)}
      />
    </Field>
  );
}
