/** The look of a select. `isCompact` is smaller text, for a box of fixed width. */
export const selectClass = {
  button: (isCompact = false) =>
    `field-box h-control flex w-full cursor-pointer items-center pl-2.5 text-left group-data-invalid:border-negative ${isCompact ? 'gap-1 pr-1.5' : 'gap-2 pr-2'}`,
  value: (isCompact = false) =>
    `${isCompact ? 'text-sm' : 'text-field'} min-w-0 flex-1 truncate data-placeholder:text-ink-muted`,
  arrow: 'size-4 shrink-0 text-ink-muted',
};
