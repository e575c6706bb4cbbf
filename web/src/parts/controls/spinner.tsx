/** A loading indicator. `label` is read aloud; omit it if a text next to it describes the loading. */
export function Spinner(props: { small?: boolean; label?: string }) {
  const size = props.small ? 'size-3.5' : 'size-5';
  const spoken = props.label ? { role: 'status', 'aria-label': props.label } : { 'aria-hidden': true };
  return (
    <span
      {...spoken}
      className={`${size} inline-block shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent opacity-70`}
    />
  );
}

/** The whole screen before the permissions and the code of a page are there (SH-37). */
export function Loading(props: { label?: string }) {
  return (
    <div className="grid h-full min-h-40 place-items-center text-ink-muted">
      <Spinner label={props.label ?? 'Loading'} />
    </div>
  );
}
