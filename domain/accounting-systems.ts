import type { AccountingSystem } from './document.ts';

export const systemNames: Readonly<Record<AccountingSystem, string>> = {
  SA: 'SmartAccounting',
  V5: 'Vista5',
  GV: 'GlobalVista',
};
