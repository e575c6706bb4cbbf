import type { Rows } from './po-cells.ts';

/** Only the user whose approval is the newest event. */
export const takeBackCells: Rows = {
  draft: 'FFFW NNNN',
  revision: 'FFFF WWWW',
  submitted: 'FFFF WWWW',
  department: 'FFFF .WWW',
  special: 'FFFF WW.W',
  approved: 'FFFF WWWW',
  void: 'FFFF WWWW',
  coDraft: 'FFFF WWWW',
  coOfLena: 'FFFF WWWW',
  coPulled: 'FFFW NNNN',
  coRevision: 'FFFF WWWW',
  coSubmitted: 'FFFF WWWW',
  coDepartment: 'FFFF WW.W',
  coApproved: 'FFFF WWWW',
};

/** Only its owner, with any role. */
export const nudgeCells: Rows = {
  draft: 'WWFF NNNN',
  revision: 'WWFF FFFF',
  submitted: '..FF FFFF',
  department: '..FF FFFF',
  special: '..FF FFFF',
  approved: 'WWFF FFFF',
  void: 'WWFF FFFF',
  coDraft: 'WWFF FFFF',
  coOfLena: 'WWFF FWFF',
  coPulled: 'WWFF NNNN',
  coRevision: 'WWFF FFFF',
  coSubmitted: '..FF FFFF',
  coDepartment: '..FF FFFF',
  coApproved: 'WWFF FFFF',
};

/** A question to Carl, who sees the order: current approvers and those whose vote counts. */
export const askCells: Rows = {
  draft: 'FFFW NNNN',
  revision: 'FFFF WWWW',
  submitted: 'FFFF .FFF',
  department: 'FFFF ...F',
  special: 'FFFF ...F',
  approved: 'FFFF WWWW',
  void: 'FFFF WWWW',
  coDraft: 'FFFF WWWW',
  coOfLena: 'FFFF WWWW',
  coPulled: 'FFFW NNNN',
  coRevision: 'FFFF WWWW',
  coSubmitted: 'FFFF .FFF',
  coDepartment: 'FFFF ...F',
  coApproved: 'FFFF WWWW',
};
