const block = 'animate-skeleton rounded-sm bg-ink-soft';
const sheet = 'rounded-lg border border-line bg-surface-raised';

function Lines(props: { widths: readonly string[] }) {
  return props.widths.map((width) => <span key={width} className={`block h-3 ${block} ${width}`} />);
}

/** The frame of a review while its document loads. The content takes the same places, so that nothing moves. */
export function ReviewSkeleton(props: { label: string }) {
  return (
    <div role="status" aria-label={props.label} className="flex min-h-full flex-col">
      <div aria-hidden className="gutter grid w-full flex-1 content-start">
        <div className="grid gap-3 pt-6 pb-5">
          <span className={`block h-5 w-64 ${block}`} />
          <Lines widths={['w-80', 'w-52']} />
        </div>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-[minmax(0,1fr)_22.5rem]">
          <div className={`grid content-start gap-5 px-8 py-7 max-sm:px-4 max-sm:py-5 ${sheet}`}>
            <Lines widths={['w-1/3', 'w-1/4', 'w-full', 'w-2/3', 'w-3/5', 'w-4/5', 'w-3/4', 'w-1/2']} />
          </div>
          <div className="grid content-start gap-4 max-md:hidden">
            {['approval', 'notes', 'history'].map((card) => (
              <div key={card} className={`grid gap-4 px-5 py-5 ${sheet}`}>
                <Lines widths={['w-1/4', 'w-2/3', 'w-1/2']} />
              </div>
            ))}
          </div>
        </div>
      </div>
      <div aria-hidden className="sticky bottom-0 h-13 border-t border-line bg-surface-raised max-sm:h-26" />
    </div>
  );
}
