import { useParams } from 'react-router';
import { NotFound } from '../../not-found.tsx';
import { ActualsScreen } from '../actuals/actuals.tsx';
import { UploadActuals } from '../actuals/upload-actuals.tsx';
import { CostReportScreen } from '../cost-report/cost-report.tsx';
import { EstimatesScreen } from '../cost-report/estimates.tsx';
import { BudgetFromAccounting } from '../budget/from-accounting.tsx';
import { UploadBudget } from '../budget/upload.tsx';

/** The pages below the budget. One route has them all, because the frame of every page contains the routes. */
export function BudgetPages() {
  const { page } = useParams();
  if (page === 'report') return <CostReportScreen />;
  if (page === 'estimates') return <EstimatesScreen />;
  if (page === 'actuals') return <ActualsScreen />;
  if (page === 'accounting') return <BudgetFromAccounting />;
  if (page === 'upload-actuals') return <UploadActuals />;
  return page === 'upload' ? <UploadBudget /> : <NotFound />;
}
