import { whereRolesDiffer } from '../support/cells.ts';
import { walkCells } from '../support/worker/cells-walk.ts';
import { invoiceKind } from '../support/worker/invoice-cells-kind.ts';
import { paymentKind } from '../support/worker/payment-cells-kind.ts';
import { orderKind } from '../support/worker/po-cells-kind.ts';

// All cells are walked in pure code by `domain/lifecycle-contract.test.ts`, over HTTP by `document-cells.long.test.ts`.
walkCells(orderKind, whereRolesDiffer);
walkCells(invoiceKind, whereRolesDiffer);
walkCells(paymentKind, whereRolesDiffer);
