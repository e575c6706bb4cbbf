import { parseSettings, withSelfApproval } from '#domain/settings';
import type { Settings, SettingsChanges } from '#domain/settings';
import { mergeSettings } from '#store/show/management/settings';
import type { RequestContext } from '#verbs/request/context';
import { requirePermission } from '#verbs/request/require-permission';
import { publishShowChange } from '#verbs/realtime/publish-show-change';

/** Changes some settings of a show and leaves the others as they are (API-53, DEC-64). Throws `FORBIDDEN`. */
export async function changeSettings(context: RequestContext, changes: SettingsChanges): Promise<Settings> {
  requirePermission(context.permissions, 'Show');
  const settings = parseSettings(await mergeSettings(context.store, withSelfApproval(changes)));
  context.later(publishShowChange(context.env, context.show.id));
  return settings;
}
