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
  /** Users cannot change their own role and status. */
  isSelf: boolean;
  /** Whether names and two-step sign-in can be edited here. Otherwise they belong to an existing account. */
  hasOwnNames: boolean;
  /** Why the account cannot be changed in this show. */
  accountLock: string | null;
}

export const changed = { shouldDirty: true } as const;

export type ToggleName = {
  [Name in keyof UserDraft]: UserDraft[Name] extends boolean ? Name : never;
}[keyof UserDraft];

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
