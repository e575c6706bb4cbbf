import { useParams } from 'react-router';
import { NotFound } from '../../not-found.tsx';
import { CurrencySettings } from '../currencies/currencies.tsx';
import { PeriodSettings } from '../periods/periods.tsx';

/** Settings of accounting. One route has them all, because the frame of every page contains the routes. */
export function AccountingParts() {
  const { part } = useParams();
  if (part === 'currencies') return <CurrencySettings />;
  return part === 'periods' ? <PeriodSettings /> : <NotFound />;
}
