import { formatMoney } from '#domain/values/money';

/** The symbol before an amount: `$`, `CA$`, `JPY`. */
export function currencySymbol(currency: string): string {
  return formatMoney(0, currency)
    .replace(/[\d.,]+$/, '')
    .trim();
}

/** An amount in its currency's own separators, the symbol muted, figures in columns (UX-10). Integer cents. */
export function Money(props: { cents: number; currency: string; className?: string }) {
  const [, sign = '', symbol = '', figures = ''] =
    /^(-?)([^\d]*)(.*)$/.exec(formatMoney(props.cents, props.currency)) ?? [];
  return (
    <span className={`whitespace-nowrap ${props.className ?? ''}`}>
      {sign}
      <span className="font-normal text-ink-muted">{symbol}</span>
      <span className="figures">{figures}</span>
    </span>
  );
}
