import { whereRolesDiffer } from '../../support/transition-matrix/cells.ts';
import { walkMatrix } from '../../support/transition-matrix/walk-matrix.ts';
import { invoiceKind } from '../../support/transition-matrix/invoice-cells-kind.ts';
import { paymentKind } from '../../support/transition-matrix/payment-cells-kind.ts';
import { orderKind } from '../../support/transition-matrix/po-cells-kind.ts';

// `domain/lifecycle/contract.test.ts` walks all cells in pure code, `document-cells.long.test.ts` over HTTP.
walkMatrix(orderKind, whereRolesDiffer);
walkMatrix(invoiceKind, whereRolesDiffer);
walkMatrix(paymentKind, whereRolesDiffer);
