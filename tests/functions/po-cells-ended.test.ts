import { walkCells } from '../support/worker/po-cells-suite.ts';

walkCells(['approved', 'void', 'coApproved']);
