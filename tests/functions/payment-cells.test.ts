import { walkCells } from '../support/worker/cells-walk.ts';
import { paymentKind } from '../support/worker/payment-cells-kind.ts';

walkCells(paymentKind);
