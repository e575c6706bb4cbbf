import { checkOneTheme } from '../../support/accessibility.ts';
import { testLines } from '../../support/sweeps/lines.ts';

checkOneTheme();
testLines([375]);
