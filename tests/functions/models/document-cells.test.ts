import { whereRolesDiffer } from '../../support/transition-matrix/cells.ts';
import { walkCells } from '../../support/transition-matrix/cells-walk.ts';
import { invoiceKind } from '../../support/transition-matrix/invoice-cells-kind.ts';
import { paymentKind } from '../../support/transition-matrix/payment-cells-kind.ts';
import { orderKind } from '../../support/transition-matrix/po-cells-kind.ts';

// All cells are walked in pure code by `domain/lifecycle-contract.test.ts`, over HTTP by `document-cells.long.test.ts`.
walkCells(orderKind, whereRolesDiffer);
walkCells(invoiceKind, whereRolesDiffer);
walkCells(paymentKind, whereRolesDiffer);
