import { allPeople } from '../../support/transition-matrix/cells.ts';
import {
  oneVoteInvoices,
  oneVoteOrders,
  oneVotePayments,
} from '../../support/transition-matrix/one-vote-cells.ts';
import { walkMatrix } from '../../support/transition-matrix/walk-matrix.ts';

// Votes on behalf of an absent approver are in `one-vote-behalf-cells.long.test.ts`: each file has a studio.
walkMatrix(oneVoteOrders('own'), allPeople);
walkMatrix(oneVoteInvoices('own'), allPeople);
walkMatrix(oneVotePayments('own'), allPeople);
