/** Departments of a production: name, PO prefix, and account. */
export const departmentPlans = {
  art: { name: 'Art Department', prefix: 'ART', account: 2200 },
  setdec: { name: 'Set Decoration', prefix: 'SD', account: 2300 },
  constr: { name: 'Construction', prefix: 'CON', account: 2100 },
  props: { name: 'Props', prefix: 'PRP', account: 2400 },
  costume: { name: 'Costume', prefix: 'COS', account: 2500 },
  hairmk: { name: 'Hair & Makeup', prefix: 'HMU', account: 2600 },
  camera: { name: 'Camera', prefix: 'CAM', account: 3000 },
  electric: { name: 'Electric', prefix: 'ELE', account: 2800 },
  grip: { name: 'Grip', prefix: 'GRP', account: 2900 },
  sound: { name: 'Sound', prefix: 'SND', account: 3100 },
  sfx: { name: 'Special Effects', prefix: 'SFX', account: 2700 },
  locations: { name: 'Locations', prefix: 'LOC', account: 3200 },
  transpo: { name: 'Transportation', prefix: 'TRN', account: 3300 },
  production: { name: 'Production', prefix: 'PRD', account: 2000 },
  accounting: { name: 'Accounting', prefix: '', account: 5100 },
  post: { name: 'Post Production', prefix: 'PST', account: 4000 },
  vfx: { name: 'Visual Effects', prefix: 'VFX', account: 4200 },
} as const;

export type DepartmentKey = keyof typeof departmentPlans;
export const departmentKeys = Object.keys(departmentPlans) as DepartmentKey[];

/** Names for groups of departments in the list of people. */
export const departmentGroups: Readonly<Record<string, readonly DepartmentKey[]>> = {
  '@design': ['art', 'setdec', 'constr', 'props'],
  '@look': ['costume', 'hairmk'],
  '@floor': ['camera', 'electric', 'grip', 'sound', 'sfx'],
  '@unit': ['locations', 'transpo', 'production'],
  '@office': ['accounting', 'post', 'vfx'],
};

/** An inactive department, and an active one without a prefix. */
export const wrappedDepartment = { name: 'Second Unit', prefix: '2U' } as const;

export const categoryNames = [
  'Equipment Rental',
  'Materials',
  'Services',
  'Location Fees',
  'Vehicles',
  'Expendables',
  'Loss & Damage',
  'Catering',
] as const;
export const inactiveCategoryName = 'Pilot Carry-over';
