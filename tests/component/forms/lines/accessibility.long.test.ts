import { testLines } from '../../support/sweeps/lines.ts';

testLines([375, 900, 1440]);
