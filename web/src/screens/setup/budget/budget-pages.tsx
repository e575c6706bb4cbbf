import { useParams } from 'react-router';
import { NotFound } from '../../not-found.tsx';
import { CostReportScreen } from '../cost-report/cost-report.tsx';
import { UploadBudget } from './upload.tsx';

/** The pages below the budget. One route has them all, because the frame of every page contains the routes. */
export function BudgetPages() {
  const { page } = useParams();
  if (page === 'report') return <CostReportScreen />;
  return page === 'upload' ? <UploadBudget /> : <NotFound />;
}
