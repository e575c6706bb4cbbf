import { testQueueAndReview } from '../support/sweeps/approver.ts';

testQueueAndReview([375, 900, 1440]);
