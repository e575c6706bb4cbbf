import { initialsLimit, nameLimit } from '#domain/management/user';
import { DisabledField } from '../../../parts/fields/disabled-field.tsx';
import { TextField } from '../../../parts/fields/text-field.tsx';
import type { TextFieldProps } from '../../../parts/fields/text-field.tsx';
import { Field, FieldGrid, Rows, Section } from '../managed-form/section.tsx';
import { userTexts } from './messages.ts';
import { Toggle, changed } from './user-section.tsx';
import type { UserSectionProps } from './user-section.tsx';

/** The names of the user, and whether they may sign in and work in the show (MG-05). */
export function AccountSection(props: UserSectionProps) {
  const { form, values, errorAt, isReadOnly, hasOwnNames, isNew } = props;
  const isClosed = isReadOnly || !hasOwnNames;
  const reason = isClosed ? null : props.accountLock;
  return (
    <Section title="Account">
      <FieldGrid>
        <Field name="username">
          <TextField
            label="Username"
            type="email"
            isDisabled
            value={values.username}
            onChange={() => undefined}
            error={errorAt('username')}
            {...(isNew && hasOwnNames && { hint: 'A link to set a password is sent to this address.' })}
          />
        </Field>
        <Field name="initials">
          <TextFieldOrDisabled
            label="Initials"
            value={values.initials}
            maxLength={initialsLimit}
            isDisabled={isClosed}
            reason={reason}
            {...(isNew && hasOwnNames && { hint: 'If left empty, they are taken from the name.' })}
            onChange={(text) => form.setValue('initials', text, changed)}
          />
        </Field>
        <Field name="firstName">
          <TextFieldOrDisabled
            label="First name"
            isRequired
            value={values.firstName}
            maxLength={nameLimit}
            isDisabled={isClosed}
            reason={reason}
            startsFocused={isNew && hasOwnNames}
            onChange={(text) => form.setValue('firstName', text, changed)}
            error={errorAt('firstName')}
          />
        </Field>
        <Field name="lastName">
          <TextFieldOrDisabled
            label="Last name"
            isRequired
            value={values.lastName}
            maxLength={nameLimit}
            isDisabled={isClosed}
            reason={reason}
            onChange={(text) => form.setValue('lastName', text, changed)}
            error={errorAt('lastName')}
          />
        </Field>
      </FieldGrid>
      <div className="mt-4 border-t border-line pt-2">
        <Rows>
          <Toggle
            {...props}
            name="mfaEnabled"
            label="Two-step sign-in"
            hint={mfaHint(props)}
            isClosed={isClosed}
            reason={reason}
          />
          {isNew ? null : (
            <Toggle
              {...props}
              name="isActive"
              label="Active"
              isClosed={isReadOnly}
              reason={props.isSelf ? userTexts.ownMembership : null}
            />
          )}
        </Rows>
      </div>
    </Section>
  );
}

/** Explains two-step sign-in or, once it is switched, the effect of saving. */
function mfaHint({ form, values, isNew, isSelf }: UserSectionProps): string {
  if (isNew || values.mfaEnabled === form.formState.defaultValues?.mfaEnabled)
    return 'Signing in asks for a code of an authenticator app, too. For a lost phone: switch it off, save, and switch it on again.';
  const whom = isSelf ? 'you' : 'this user';
  const next = values.mfaEnabled
    ? 'The next sign-in sets up an authenticator.'
    : `The authenticator, its recovery codes and ${isSelf ? 'your' : "the user's"} API tokens stop working.`;
  return `Saving signs ${whom} out everywhere. ${next}`;
}

/** A text field, or a disabled one with the reason. */
function TextFieldOrDisabled({ reason, ...field }: TextFieldProps & { reason: string | null }) {
  if (reason === null) return <TextField {...field} />;
  const { label, value, isRequired = false } = field;
  return <DisabledField label={label} isRequired={isRequired} text={value || '—'} reason={reason} />;
}
