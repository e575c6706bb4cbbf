/** The addresses of the webhook pages: a tab of Settings and its subpages. */
export const webhooksHref = '/setup/settings/webhooks';
export const newEndpointHref = `${webhooksHref}/create`;

export function endpointHref(id: string): string {
  return `${webhooksHref}/${id}`;
}
