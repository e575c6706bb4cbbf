import { allPeople } from '../../support/transition-matrix/cells.ts';
import { walkMatrix } from '../../support/transition-matrix/walk-matrix.ts';
import { invoiceKind } from '../../support/transition-matrix/invoice-cells-kind.ts';
import { paymentKind } from '../../support/transition-matrix/payment-cells-kind.ts';
import { orderKind } from '../../support/transition-matrix/po-cells-kind.ts';

// `document-cells.test.ts` walks one user per answer.
walkMatrix(orderKind, allPeople);
walkMatrix(invoiceKind, allPeople);
walkMatrix(paymentKind, allPeople);
