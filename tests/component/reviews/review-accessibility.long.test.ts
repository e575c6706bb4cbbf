import { testReviews } from '../support/sweeps/reviews.ts';

testReviews([375, 900, 1440]);
