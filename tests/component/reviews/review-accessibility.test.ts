import { checkOneTheme } from '../support/accessibility.ts';
import { testReviews } from '../support/sweeps/reviews.ts';

checkOneTheme();
testReviews([375]);
