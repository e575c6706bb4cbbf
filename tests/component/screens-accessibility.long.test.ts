import { testScreens } from './support/sweeps/screens.ts';

testScreens([375, 900, 1440]);
