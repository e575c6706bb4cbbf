import { checkOneTheme } from './support/accessibility.ts';
import { testScreens } from './support/sweeps/screens.ts';

checkOneTheme();
testScreens([375, 1440]);
