import { parseSettings, withSelfApproval } from '#domain/settings';
import type { Settings, SettingsChanges } from '#domain/settings';
import { mergeSettings } from '#store/show/settings-rows';
import type { ShowContext } from './context.ts';
import { requirePermission } from './require.ts';
import { tellShowChange } from './tell-show-change.ts';

/** Changes some settings of a show and leaves the others as they are (API-53, DEC-64). Throws `FORBIDDEN`. */
export async function changeSettings(context: ShowContext, changes: SettingsChanges): Promise<Settings> {
  requirePermission(context.permissions, 'Show');
  const settings = parseSettings(await mergeSettings(context.store, withSelfApproval(changes)));
  context.later(tellShowChange(context.env, context.show.id));
  return settings;
}
