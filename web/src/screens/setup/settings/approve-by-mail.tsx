import { useState } from 'react';
import type { Settings } from '#domain/settings';
import { fromCents, toCents } from '#domain/values/money';
import { Select } from '../../../parts/fields/select.tsx';
import { Section } from '../managed-form/section.tsx';
import { AmountSetting } from './amount-setting.tsx';
import { useDetails, useSettingsChange } from './show-details.ts';

type Limit = 'approveByMailUpTo' | 'approveByMailWithoutSignIn';

/** A limit that is off, or an amount with a button of its own. */
function LimitSetting(props: { name: Limit; label: string; off: string; isReadOnly: boolean }) {
  const { name, label, off, isReadOnly } = props;
  const { settings } = useDetails();
  const change = useSettingsChange();
  const stored = settings[name];
  const [isOn, setOn] = useState(stored !== null);
  const [cents, setCents] = useState(stored === null ? null : toCents(stored));
  const [isBusy, setBusy] = useState(false);
  const save = async (amount: number | null) => {
    setBusy(true);
    const isSaved = await change({ [name]: amount } satisfies Partial<Settings>);
    setBusy(false);
    return isSaved;
  };
  const choose = async (next: boolean) => {
    setOn(next);
    // The amount is saved by its own button.
    if (next || stored === null) return;
    if (await save(null)) setCents(null);
    else setOn(true);
  };
  return (
    <div className="grid gap-4">
      <Select
        label={label}
        options={[
          { id: 'OFF', text: off },
          { id: 'UP_TO', text: 'Up to an amount' },
        ]}
        value={isOn ? 'UP_TO' : 'OFF'}
        isDisabled={isReadOnly || isBusy}
        onChange={(id) => void choose(id === 'UP_TO')}
      />
      {isOn ? (
        <AmountSetting
          label="Up to"
          cents={cents}
          onChange={setCents}
          isChanged={cents !== null && cents >= 0 && fromCents(cents) !== stored}
          isReadOnly={isReadOnly}
          isBusy={isBusy}
          onSave={() => void save(fromCents(cents ?? 0))}
        />
      ) : null}
    </div>
  );
}

/** The amounts up to which approvers decide with a link of an e-mail, and without signing in (LINK-01, LINK-05). */
export function ApproveByMail(props: { isReadOnly: boolean }) {
  const { settings } = useDetails();
  const { isReadOnly } = props;
  const isOn = settings.approveByMailUpTo !== null;
  return (
    <Section
      title="Approve from e-mail"
      text="E-mails about waiting documents can have a link to approve. It asks approvers to sign in. Documents with a warning have no link."
    >
      <div className="grid gap-6">
        <LimitSetting name="approveByMailUpTo" label="Links to approve" off="Off" isReadOnly={isReadOnly} />
        {isOn ? (
          <LimitSetting
            name="approveByMailWithoutSignIn"
            label="Without signing in"
            off="Never"
            isReadOnly={isReadOnly}
          />
        ) : null}
        {isOn && settings.approveByMailWithoutSignIn !== null ? (
          <p className="text-sm text-ink-muted">
            Anyone with the e-mail can then approve. Payments, and users with two-step sign-in, always need to
            sign in.
          </p>
        ) : null}
      </div>
    </Section>
  );
}
