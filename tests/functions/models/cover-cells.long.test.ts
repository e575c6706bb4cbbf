import { allPeople } from '../../support/transition-matrix/cells.ts';
import {
  coveredInvoices,
  coveredOrders,
  coveredPayments,
} from '../../support/transition-matrix/cover-cells.ts';
import { walkMatrix } from '../../support/transition-matrix/walk-matrix.ts';

// `cover-cells.test.ts` leaves out states that refuse like an earlier one.
walkMatrix(coveredOrders, allPeople);
walkMatrix(coveredInvoices, allPeople);
walkMatrix(coveredPayments, allPeople);
