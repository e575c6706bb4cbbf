import { recall, remember } from '../../session/local-storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export function chosenTheme(): Theme {
  const kept = recall('theme');
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Applies at once and is kept in this browser; `system` follows the device. */
export function chooseTheme(theme: Theme): void {
  remember('theme', theme === 'system' ? null : theme);
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}
