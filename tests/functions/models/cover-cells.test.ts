import { whereRolesDiffer } from '../../support/transition-matrix/cells.ts';
import {
  coveredInvoices,
  coveredOrders,
  coveredPayments,
} from '../../support/transition-matrix/cover-cells.ts';
import { walkMatrix } from '../../support/transition-matrix/walk-matrix.ts';

// The users of the flows and their colleagues are in `document-cells.test.ts`.
walkMatrix(coveredOrders, whereRolesDiffer);
walkMatrix(coveredInvoices, whereRolesDiffer);
walkMatrix(coveredPayments, whereRolesDiffer);
