/** Where webhooks are managed: a tab of Settings, and pages of their own behind it. */
export const webhooksHref = '/setup/settings/webhooks';
export const newEndpointHref = `${webhooksHref}/create`;

export function endpointHref(id: string): string {
  return `${webhooksHref}/${id}`;
}
