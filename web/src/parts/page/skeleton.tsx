/** Lines in the place of content that is still loading. */
export function SkeletonLines(props: { widths: readonly string[] }) {
  return props.widths.map((width) => (
    <span key={width} className={`block h-3 animate-skeleton rounded-sm bg-ink-soft ${width}`} />
  ));
}

/** A few such lines, announced to screen readers. */
export function Skeleton(props: { label: string; className?: string }) {
  return (
    <div role="status" aria-label={props.label} className={`grid gap-4 py-1 ${props.className ?? ''}`}>
      <SkeletonLines widths={['w-2/5', 'w-4/5', 'w-3/5']} />
    </div>
  );
}

/** Content that is loading, as high as a spinner's region so that what follows keeps its place. */
export function LoadingContent({ label = 'Loading' }: { label?: string }) {
  return <Skeleton label={label} className="min-h-40 content-start p-4" />;
}
