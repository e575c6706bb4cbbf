const fields = ['w-40', 'w-full', 'w-full'];

export function LoadingForm() {
  return (
    <div role="status" aria-label="Loading" className="gutter w-full max-w-[1200px] pt-5">
      <div className="h-7 w-56 animate-skeleton rounded-sm bg-ink-soft" />
      <LoadingSections />
    </div>
  );
}

export function LoadingSections() {
  return [0, 1].map((section) => (
    <div key={section} className="grid gap-x-8 gap-y-3 py-6 md:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="h-4 w-28 animate-skeleton rounded-sm bg-ink-soft" />
      <div className="grid gap-4 rounded-lg border border-line bg-surface-raised px-5 py-5">
        {fields.map((width, index) => (
          <div key={index} className={`h-8 animate-skeleton rounded-md bg-ink-soft ${width}`} />
        ))}
      </div>
    </div>
  ));
}
