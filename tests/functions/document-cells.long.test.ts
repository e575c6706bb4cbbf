import { everybody } from '../support/cells.ts';
import { walkCells } from '../support/worker/cells-walk.ts';
import { invoiceKind } from '../support/worker/invoice-cells-kind.ts';
import { paymentKind } from '../support/worker/payment-cells-kind.ts';
import { orderKind } from '../support/worker/po-cells-kind.ts';

// `document-cells.test.ts` walks one person for each answer.
walkCells(orderKind, everybody);
walkCells(invoiceKind, everybody);
walkCells(paymentKind, everybody);
