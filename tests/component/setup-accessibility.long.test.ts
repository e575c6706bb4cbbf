import { testManagement } from './support/sweeps/management.ts';

testManagement([375, 900, 1440]);
