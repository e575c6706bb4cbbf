import { everybody } from '../../support/transition-matrix/cells.ts';
import { walkCells } from '../../support/transition-matrix/cells-walk.ts';
import { invoiceKind } from '../../support/transition-matrix/invoice-cells-kind.ts';
import { paymentKind } from '../../support/transition-matrix/payment-cells-kind.ts';
import { orderKind } from '../../support/transition-matrix/po-cells-kind.ts';

// `document-cells.test.ts` walks one person for each answer.
walkCells(orderKind, everybody);
walkCells(invoiceKind, everybody);
walkCells(paymentKind, everybody);
