/** A count next to a label; nothing at zero. `label` is for screen readers. */
export function Badge(props: { count: number; label: string; strong?: boolean }) {
  if (props.count <= 0) return null;
  const look = props.strong ? 'bg-ink text-surface-raised' : 'bg-ink-soft text-ink-muted';
  return (
    <span
      className={`figures inline-grid h-4.5 min-w-4.5 place-items-center rounded-full px-1 text-xs font-medium ${look}`}
    >
      <span aria-hidden>{props.count > 999 ? '999+' : props.count}</span>
      <span className="sr-only">{props.label}</span>
    </span>
  );
}
