import { expect, test } from 'vitest';
import { lineMove } from '../../../web/src/forms/document/lines/line-navigation.ts';
import { shortcutGroups, shortcutTexts } from '../../../web/src/parts/keyboard/shortcut-texts.ts';
import { ariaKeys, keysOf, shortcuts } from '../../../web/src/parts/keyboard/shortcuts.ts';
import type { ShortcutName } from '../../../web/src/parts/keyboard/shortcuts.ts';

test('DEC-80, LI-08: the listed keys of the line table are those that it handles', () => {
  const pressed = (keys: string) => {
    const key = keys.split('+').at(-1) ?? '';
    return lineMove({ key, shiftKey: keys.startsWith('Shift+'), inPicker: false, withModifier: false });
  };
  expect(pressed(shortcuts.nextLine.keys)).toBe('next');
  expect(pressed(shortcuts.previousLine.keys)).toBe('previous');
  expect(pressed(shortcuts.leaveLine.keys)).toBe('leave');
});

test('DEC-80: keys are displayed as on the keyboard', () => {
  expect(keysOf('goApprovals')).toEqual(['G', 'A']);
  expect(keysOf('help')).toEqual(['?']);
  expect(keysOf('pickAll')).toEqual(['Shift', 'X']);
  expect(keysOf('approve')).toHaveLength(2);
  expect(ariaKeys('help')).toBe('?');
  // Each key is unique within a group, except for the primary action of each screen.
  const names = Object.keys(shortcuts) as ShortcutName[];
  for (const group of shortcutGroups) {
    const keys = names
      .filter((name) => shortcutTexts[name].group === group)
      .map((name) => shortcuts[name].keys)
      .filter((each) => each !== '$mod+Enter');
    expect(new Set(keys).size).toBe(keys.length);
  }
});
