import { allPeople } from '../../support/transition-matrix/cells.ts';
import {
  oneVoteInvoices,
  oneVoteOrders,
  oneVotePayments,
} from '../../support/transition-matrix/one-vote-cells.ts';
import { walkMatrix } from '../../support/transition-matrix/walk-matrix.ts';

walkMatrix(oneVoteOrders('on behalf'), allPeople);
walkMatrix(oneVoteInvoices('on behalf'), allPeople);
walkMatrix(oneVotePayments('on behalf'), allPeople);
