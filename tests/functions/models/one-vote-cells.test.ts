import { whereRolesDiffer } from '../../support/transition-matrix/cells.ts';
import { oneVoteOrders } from '../../support/transition-matrix/one-vote-cells.ts';
import { walkMatrix } from '../../support/transition-matrix/walk-matrix.ts';

// The other types, and votes that approvers give themselves, are in the `.long` tests.
walkMatrix(oneVoteOrders('on behalf'), whereRolesDiffer);
