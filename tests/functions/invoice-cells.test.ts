import { walkCells } from '../support/worker/cells-walk.ts';
import { invoiceKind } from '../support/worker/invoice-cells-kind.ts';

walkCells(invoiceKind);
