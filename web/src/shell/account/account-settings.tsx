import { useState } from 'react';
import { isApprover } from '#domain/identity/permissions';
import { Button } from '../../parts/controls/button.tsx';
import { EmptyState } from '../../parts/page/empty-state.tsx';
import { RequestId } from '../../parts/display/request-id.tsx';
import { Switch } from '../../parts/fields/checkbox.tsx';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { useToast } from '../../parts/overlays/toast.tsx';
import { Select } from '../../parts/fields/select.tsx';
import { LoadingContent } from '../../parts/page/skeleton.tsx';
import { savePreferences, usePreferences } from '../../session/preferences.tsx';
import type { Preferences } from '../../session/api-types.ts';
import { Covers } from '../../session/cover/covers.tsx';
import { useSession } from '../../session/session.tsx';
import { ApiTokens } from './api-tokens.tsx';
import { OwnSessions } from './sessions.tsx';
import { dateFormatOptions, digests, withEmail } from './preference-rules.ts';
import { readStored, writeStored } from '../../session/local-storage.ts';

const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

function chosenTheme(): Theme {
  const stored = readStored('theme');
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Applies the theme at once and stores it in this browser; `system` follows the device. */
function chooseTheme(theme: Theme): void {
  writeStored('theme', theme === 'system' ? null : theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Error texts of the settings (SE-27). */
const notRead = 'Error occurred while retrieving user settings.';
const notSaved = 'Error occurred while updating user settings.';
const digestsNeedEmail = 'Email notifications must be enabled to use this feature.';

const themeOptions = [
  { id: 'system', text: 'Same as this device' },
  { id: 'light', text: 'Light' },
  { id: 'dark', text: 'Dark' },
] satisfies { id: Theme; text: string }[];

function ThemeSelect() {
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (id: string | null) => {
    const next = themes.find((one) => one === id) ?? 'system';
    setTheme(next);
    chooseTheme(next);
  };
  return <Select label="Theme" options={themeOptions} value={theme} onChange={choose} />;
}

function EmailSwitches(props: { draft: Preferences; onChange: (draft: Preferences) => void }) {
  const { draft, onChange } = props;
  return (
    <fieldset className="flex flex-col">
      <legend className="pb-1 text-sm font-semibold">E-mail</legend>
      <Switch
        label="Email notifications"
        isSelected={draft.emailNotifications}
        onChange={(on) => onChange(withEmail(draft, on))}
      />
      {digests.map(({ name, label }) => (
        <Switch
          key={name}
          label={label}
          isSelected={draft[name]}
          reason={draft.emailNotifications ? null : digestsNeedEmail}
          onChange={(on) => onChange({ ...draft, [name]: on })}
        />
      ))}
    </fieldset>
  );
}

/** Date format, e-mail notifications, and the theme of this browser (SH-46, SE-24 to SE-28). */
export function AccountSettings(props: { onClose: () => void; onLogOutEverywhere: () => void }) {
  const { data, error, mutate } = usePreferences();
  const { rights } = useSession();
  const flash = useToast();
  const [edited, setEdited] = useState<Preferences | null>(null);
  const [busy, setBusy] = useState(false);
  const draft = edited ?? data;
  const save = async (preferences: Preferences) => {
    setBusy(true);
    try {
      await mutate(savePreferences(preferences), { revalidate: false });
      flash('success', 'Account settings saved.');
      props.onClose();
    } catch {
      flash('error', notSaved);
      setBusy(false);
    }
  };
  const footer = edited ? (
    <>
      <Button onPress={props.onClose}>Cancel</Button>
      <Button look="primary" onPress={() => void save(edited)} isPending={busy}>
        Save
      </Button>
    </>
  ) : (
    // Covers, sessions and tokens are stored at once.
    <Button look="primary" onPress={props.onClose}>
      Done
    </Button>
  );
  return (
    <Dialog title="Account Settings" isOpen onClose={props.onClose} footer={footer}>
      {draft ? (
        <div className="flex flex-col gap-5">
          <ThemeSelect />
          <Select
            label="Date format"
            options={dateFormatOptions}
            value={draft.dateFormat ?? 'unset'}
            onChange={(id) =>
              setEdited({
                ...draft,
                dateFormat: dateFormatOptions.find((one) => one.id === id)?.format ?? null,
              })
            }
          />
          <EmailSwitches draft={draft} onChange={setEdited} />
          {isApprover(rights.role) ? (
            <section aria-label="Cover" className="flex flex-col gap-3 border-t border-line pt-4">
              <h3 className="text-sm font-semibold">Cover</h3>
              <Covers absent={null} />
            </section>
          ) : null}
          <OwnSessions onLogOutEverywhere={props.onLogOutEverywhere} />
          <ApiTokens />
        </div>
      ) : error ? (
        <EmptyState
          action={
            <>
              <Button onPress={() => void mutate()}>Try again</Button>
              <RequestId error={error} />
            </>
          }
        >
          {notRead}
        </EmptyState>
      ) : (
        <LoadingContent />
      )}
    </Dialog>
  );
}
