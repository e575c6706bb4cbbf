import { walkCells } from '../support/worker/po-cells-suite.ts';

walkCells(['submitted', 'department', 'special', 'coSubmitted', 'coDepartment']);
