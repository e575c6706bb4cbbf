/** Returns the visible text in order, without markup. */
export function textOf(html: string): string {
  const body = html.slice(html.indexOf('<body>'));
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return body
    .replace(/<span class="currency">([^<]*)<\/span>/g, '$1')
    .replace(/<\/?bdi>|(?:<[^>]*>)+(?=, )/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ');
}
