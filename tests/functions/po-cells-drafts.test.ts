import { walkCells } from '../support/worker/po-cells-suite.ts';

walkCells(['draft', 'revision', 'coDraft', 'coOfLena', 'coPulled', 'coRevision']);
