const upToOneDigit = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** A readable size: `0 KB`, `245 KB`, `1.2 MB`, `3 GB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return bytes < 1_000_000_000
    ? `${upToOneDigit.format(bytes / 1e6)} MB`
    : `${upToOneDigit.format(bytes / 1e9)} GB`;
}
