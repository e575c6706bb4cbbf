import { checkOneTheme } from './support/accessibility.ts';
import { testScreens } from './support/sweeps/screens.ts';

checkOneTheme();
testScreens();
