import { useState } from 'react';
import { Dialog } from '../../parts/overlays/dialog.tsx';
import { KeyboardShortcut } from '../../parts/keyboard/keyboard-shortcut.tsx';
import { shortcutGroups, shortcutTexts } from '../../parts/keyboard/shortcut-texts.ts';
import { boundShortcuts } from '../../parts/keyboard/shortcuts.ts';
import type { ShortcutName } from '../../parts/keyboard/shortcuts.ts';

const names = Object.keys(shortcutTexts) as ShortcutName[];

export function ShortcutsDialog(props: { onClose: () => void }) {
  const [availableNames] = useState(boundShortcuts);
  const groups = shortcutGroups
    .map((group) => ({
      group,
      ownShortcuts: names.filter((name) => availableNames.has(name) && shortcutTexts[name].group === group),
    }))
    .filter(({ ownShortcuts }) => ownShortcuts.length > 0)
    .toReversed();
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={props.onClose} size="large">
      <div className="grid gap-5">
        {groups.map(({ group, ownShortcuts }) => (
          <section key={group} aria-label={group}>
            <h3 className="pb-1 text-xs font-semibold text-ink-muted">{group}</h3>
            <dl className="divide-y divide-line">
              {ownShortcuts.map((name) => (
                <div key={name} className="flex min-h-9 items-center justify-between gap-4 py-1">
                  <dt>{shortcutTexts[name].text}</dt>
                  <dd>
                    <KeyboardShortcut name={name} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
