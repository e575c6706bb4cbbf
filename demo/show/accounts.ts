import { accountFields, accountParts } from '#store/show/tables/reference-tables';
import { budgetedAccounts, budgetedHeads } from './budgeted-accounts.ts';
import type { Draft } from './show.ts';

/** The chart of accounts for coding documents (LI-27). */
export interface Chart {
  /** Active codes by account head (2100 -> ['2101', ...]). */
  accounts: ReadonlyMap<number, readonly string[]>;
  episodes: readonly string[];
  locations: readonly string[];
  sets: readonly string[];
  insurance: readonly string[];
  free: readonly string[];
}

type Head = readonly [head: number, name: string, ...details: string[]];
type Heads = readonly Head[];

const heads: Heads = [
  [1100, 'STORY & RIGHTS', 'Writers', 'Research', 'Script Clearance'],
  [1300, 'CAST', 'Principal Cast', 'Day Players', 'Casting', 'Cast Travel'],
  [
    2000,
    'PRODUCTION STAFF',
    'Production Managers',
    'Office Supplies',
    'Craft Service',
    'Catering',
    'Telephone',
  ],
  [2100, 'SET CONSTRUCTION', 'Construction Labor', 'Materials', 'Paint', 'Backings', 'Strike'],
  [2200, 'ART DEPARTMENT', 'Art Staff', 'Drafting Supplies', 'Graphics', 'Models'],
  [2300, 'SET DRESSING', 'Purchases', 'Rentals', 'Drapery', 'Greens', 'Loss & Damage'],
  [2400, 'PROPERTY', 'Purchases', 'Rentals', 'Manufacture', 'Picture Food'],
  [2500, 'WARDROBE', 'Purchases', 'Rentals', 'Alterations', 'Cleaning'],
  [2600, 'MAKEUP & HAIR', 'Supplies', 'Wigs', 'Prosthetics'],
  [2700, 'SPECIAL EFFECTS', 'Manufacture', 'Atmospherics', 'Pyrotechnics'],
  [2800, 'SET LIGHTING', 'Equipment Rental', 'Generators', 'Expendables', 'Burnouts'],
  [2900, 'GRIP', 'Equipment Rental', 'Cranes & Dollies', 'Expendables', 'Rigging'],
  [3000, 'CAMERA', 'Equipment Rental', 'Lenses', 'Aerial', 'Expendables', 'Steadicam'],
  [3100, 'PRODUCTION SOUND', 'Equipment Rental', 'Walkie-talkies', 'Expendables'],
  [3200, 'LOCATIONS', 'Site Fees', 'Security', 'Restoration', 'Permits', 'Facilities'],
  [3300, 'TRANSPORTATION', 'Vehicle Rental', 'Picture Vehicles', 'Fuel', 'Trailers'],
  [4000, 'EDITORIAL & FINISHING', 'Cutting Rooms', 'Colour', 'Sound Mix', 'Storage'],
  [4200, 'VISUAL EFFECTS', 'Vendors', 'Previs', 'Plates'],
  [5100, 'ADMINISTRATION', 'Accounting', 'Payroll Fees', 'Insurance', 'Software'],
];

/** Closed accounts: still used by old documents, but no longer selectable (DEC-52). */
const closed = new Set(['2105', '3103', '4004']);

/** With the headers that only the budget has, by code. */
export const allHeads: Heads = [...heads, ...budgetedHeads.map((head): Head => head)].toSorted(
  ([one], [other]) => one - other,
);

export function addAccounts(show: Draft): Chart {
  const accounts = addHeads(show);
  const episodes = Array.from({ length: show.plan.episodes }, (_, n) => String(101 + n));
  addField(
    show,
    2,
    'EPISODE',
    'Episode',
    episodes.map((code) => [code, show.plan.episodes > 1 ? `Episode ${code}` : 'Feature']),
  );
  const locations = addField(show, 3, 'LOCATION', 'Location', [
    ['01', 'Stage'],
    ['02', 'Backlot'],
    ['03', 'Local location'],
    ['04', 'Distant location'],
    ['09', 'Second unit'],
  ]);
  const sets = addField(show, 4, 'SET', 'Set', [
    ['S010', 'INT. FARMHOUSE'],
    ['S020', 'EXT. HARBOUR WALL'],
    ['S030', 'INT. OBSERVATORY'],
    ['S040', 'INT. POLICE STATION'],
    ['S050', 'EXT. MARKET STREET'],
    ['S060', 'INT. TRAIN CARRIAGE'],
  ]);
  const insurance = addField(show, 5, 'INSURANCE', 'Ins', [
    ['IN1', 'Cast claim'],
    ['IN2', 'Weather claim'],
  ]);
  const free = addField(show, 6, 'FREE_FIELD', 'Free Field', [
    ['LOCAL', 'Local spend'],
    ['NONQ', 'Non-qualifying spend'],
    ['QUAL', 'Qualifying spend'],
  ]);
  return { accounts, episodes, locations, sets, insurance, free };
}

function addHeads(show: Draft): Map<number, readonly string[]> {
  const accounts = new Map<number, readonly string[]>();
  const partConfigId = field(show, 1, 'ACCOUNT', 'Account');
  let partOrder = 0;
  for (const [head, name, ...details] of allHeads) {
    const rollupAccountPartId = `AP-${head}`;
    const common = { showId: show.plan.id, partConfigId };
    partOrder += 1;
    show.rows.add(accountParts, {
      ...common,
      accountPartId: rollupAccountPartId,
      idCode: String(head),
      description: name,
      partOrder,
      isHeader: true,
    });
    const codes = details.map((description, n) => ({ idCode: String(head + n + 1), description }));
    for (const { idCode, description } of [...codes, ...codesAfter(head, codes.length)]) {
      partOrder += 1;
      show.rows.add(accountParts, {
        ...common,
        accountPartId: `AP-${idCode}`,
        idCode,
        description,
        partOrder,
        isActive: !closed.has(idCode),
        isAsset: description === 'Purchases',
        rollupAccountPartId,
      });
    }
    accounts.set(
      head,
      codes.map(({ idCode }) => idCode).filter((code) => !closed.has(code)),
    );
  }
  return accounts;
}

/** The accounts of a header that documents do not use, with their codes. */
export const codesAfter = (head: number, count: number) =>
  (budgetedAccounts.get(head) ?? []).map((account, n) => ({
    ...account,
    idCode: String(head + count + n + 1),
  }));

function field(show: Draft, position: number, configType: string, header: string): string {
  const partConfigId = `PCFG-${configType}`;
  show.rows.add(accountFields, {
    showId: show.plan.id,
    partConfigId,
    configType,
    header,
    position,
    updatedAt: show.openedAtText,
  });
  return partConfigId;
}

function addField(
  show: Draft,
  position: number,
  configType: string,
  header: string,
  parts: readonly (readonly [code: string, description: string])[],
): string[] {
  const partConfigId = field(show, position, configType, header);
  show.rows.add(
    accountParts,
    ...parts.map(([idCode, description], n) => ({
      showId: show.plan.id,
      partConfigId,
      accountPartId: `AP-${configType}-${idCode}`,
      idCode,
      description,
      partOrder: n + 1,
      isInsurance: configType === 'INSURANCE',
    })),
  );
  return parts.map(([code]) => code);
}
