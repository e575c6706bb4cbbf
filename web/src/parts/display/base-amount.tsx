import { convertedText } from '#domain/currency/converted-text';

type Amounts = Parameters<typeof convertedText>[0];

/** The amount in the base currency with the original beside it; nothing for a document in the base currency (CURR-33). */
export function BaseAmount({ of, className = '' }: { of: Amounts; className?: string }) {
  const text = of.baseTotal?.currency === of.currency ? null : convertedText(of);
  return text === null ? null : <span className={`figures text-sm text-ink-muted ${className}`}>{text}</span>;
}
