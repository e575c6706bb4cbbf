import { formatMoney } from '#domain/values/money';

/** The symbol before an amount: `$`, `CA$`, `JPY`. */
export function currencySymbol(currency: string): string {
  return formatMoney(0, currency)
    .replace(/[\d.,]+$/, '')
    .trim();
}

/** An amount in integer cents, with its currency's separators, a muted symbol and tabular figures (UX-10). */
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
