const looks = {
  done: 'bg-positive-soft text-positive',
  current: 'bg-surface-raised text-ink outline-2 -outline-offset-2 outline-ink',
  plain: 'bg-ink-soft text-ink-muted',
};

/** A user's initials; the name is read aloud unless it is displayed next to them (`hideName`). */
export function Avatar(props: {
  initials: string;
  name: string;
  mark?: 'done' | 'current' | undefined;
  hideName?: boolean;
}) {
  return (
    <span
      className={`inline-grid size-7 shrink-0 place-items-center rounded-full text-xs font-semibold ${looks[props.mark ?? 'plain']}`}
    >
      <span aria-hidden>{props.initials.slice(0, 3)}</span>
      {props.hideName ? null : <span className="sr-only">{props.name}</span>}
    </span>
  );
}
