const minuteMs = 60_000;
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** Time since an instant within the last day: `2 minutes ago`; null for an earlier one. */
export function agoText(at: string, now = Date.now()): string | null {
  const minutes = Math.floor((now - Date.parse(at)) / minuteMs);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return relative.format(-minutes, 'minute');
  return minutes < 24 * 60 ? relative.format(-Math.floor(minutes / 60), 'hour') : null;
}
