import { walkCells } from '../support/worker/cells-walk.ts';
import { orderKind } from '../support/worker/po-cells-kind.ts';

walkCells(orderKind, ['draft', 'revision', 'coDraft', 'coOfLena', 'coPulled', 'coRevision']);
