import { useParams } from 'react-router';
import { NotFound } from '../../not-found.tsx';
import { CurrencySettings } from '../currencies/currencies.tsx';
import { PeriodSettings } from '../periods/periods.tsx';
import { ArchiveShow } from '../settings/archive.tsx';

/** The parts of Settings that are rarely opened. One route has them all, because the frame of every page contains the routes. */
export function SettingsPart() {
  const { part } = useParams();
  if (part === 'archive') return <ArchiveShow />;
  if (part === 'currencies') return <CurrencySettings />;
  return part === 'periods' ? <PeriodSettings /> : <NotFound />;
}
