import type { DepartmentKey } from '../show/departments.ts';

/**
 * An item that a department buys or rents: description, last digit of the account, unit cost in whole units, and rental
 * period.
 */
export interface Item {
  words: string;
  detail: number;
  low: number;
  high: number;
  rental?: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'EPISODIC';
}

const buy = (words: string, detail: number, low: number, high: number): Item => ({
  words,
  detail,
  low,
  high,
});
const rent = (
  words: string,
  detail: number,
  low: number,
  high: number,
  rental: NonNullable<Item['rental']>,
): Item => ({
  words,
  detail,
  low,
  high,
  rental,
});

/** Subjects of purchase orders; at most 45 characters for most systems (PO-39). */
export const subjects: Readonly<Record<DepartmentKey, readonly string[]>> = {
  art: ['Graphics for the police station', 'Drafting supplies', 'Foamcore for the harbour model'],
  setdec: [
    'Farmhouse kitchen dressing',
    'Drapery for the observatory',
    'Greens for market street',
    'Train carriage seating',
  ],
  constr: [
    'Lumber for stage 4',
    'Harbour wall facade',
    'Paint and plaster, farmhouse',
    'Backing for train windows',
  ],
  props: ['Hero trunk and doubles', 'Picture food, wedding', 'Rubber doubles, act two'],
  costume: ['Wool coats, principal cast', 'Uniforms for the harbour police', 'Dry cleaning, weeks 3 and 4'],
  hairmk: ['Wigs for the flashback', 'Makeup supplies, block 2', 'Prosthetic scar, ep. 104'],
  camera: ['Second camera body, block 2', 'Anamorphic lens set', 'Drone day, coast road'],
  electric: ['Lighting package, stage 4', 'Night exterior, balloon lights', 'Generator for the quarry'],
  grip: ['Crane, two days', 'Rigging for the carriage', 'Dolly track and wheels'],
  sound: ['Wireless kit, block 2', 'Walkie-talkies for second unit', 'Expendables, sound'],
  sfx: ['Rain bars for the market', 'Pyro, boathouse scene', 'Fog and atmosphere'],
  locations: [
    'Site fee, farmhouse',
    'Security, night shoot',
    'Restoration of the orchard',
    'Tents and tables, unit base',
  ],
  transpo: ['Picture cars, market chase', 'Trailers for block 2', 'Fuel, weeks 5 and 6'],
  production: ['Catering, week 6', 'Office furniture', 'Crew hotel, distant location', 'Couriers'],
  accounting: ['Payroll fees', 'Audit software', 'Cast insurance premium'],
  post: ['Cutting rooms, director cut', 'Colour days, ep. 101', 'Archive storage'],
  vfx: ['Ship extension, 14 shots', 'Previs of the storm', 'Plate shoot data'],
};

export const items: Readonly<Record<DepartmentKey, readonly Item[]>> = {
  art: [
    buy('Printed signage, vinyl', 3, 60, 900),
    buy('Drafting vellum and plotter ink', 2, 40, 320),
    buy('Foamcore, white', 4, 12, 60),
  ],
  setdec: [
    rent('Farm table and benches', 2, 120, 900, 'WEEKLY'),
    buy('Linen curtains, lined', 3, 80, 640),
    rent('Brass lamps, pair', 2, 40, 180, 'WEEKLY'),
    buy('Potted greens, assorted', 4, 25, 400),
    buy('Rag rugs, aged', 1, 60, 380),
  ],
  constr: [
    buy('Lumber 2x4, 12 ft', 2, 7, 18),
    buy('Plywood, birch 18 mm', 2, 48, 120),
    buy('Scenic paint, 5 gal', 3, 110, 240),
    buy('Printed backing 20 x 40 ft', 4, 1800, 5200),
  ],
  props: [
    buy('Leather trunk, hero', 3, 300, 1400),
    rent('Typewriters, 1930s', 2, 40, 160, 'WEEKLY'),
    buy('Rubber knife doubles', 1, 25, 90),
    buy('Picture cake, three tiers', 4, 180, 520),
  ],
  costume: [
    buy('Wool overcoats', 1, 180, 620),
    rent('Police uniforms', 2, 60, 140, 'WEEKLY'),
    buy('Alterations, per garment', 3, 25, 90),
    buy('Dry cleaning, rack', 4, 120, 380),
  ],
  hairmk: [
    buy('Lace-front wig', 2, 900, 3200),
    buy('Silicone scar set', 3, 240, 1100),
    buy('Makeup supplies, restock', 1, 60, 700),
  ],
  camera: [
    rent('Camera body with accessories', 1, 900, 4200, 'WEEKLY'),
    rent('Anamorphic primes, set of six', 2, 1500, 5800, 'WEEKLY'),
    rent('Drone with operator', 3, 1800, 3600, 'DAILY'),
    buy('Media cards', 4, 180, 600),
  ],
  electric: [
    rent('LED panel package', 1, 700, 3800, 'WEEKLY'),
    rent('Generator 1000 A', 2, 650, 1400, 'DAILY'),
    buy('Gel and diffusion, rolls', 3, 60, 260),
    rent('Helium balloon light', 1, 1200, 2600, 'DAILY'),
  ],
  grip: [
    rent('Technocrane with crew', 2, 2400, 5200, 'DAILY'),
    rent('Dolly and track', 2, 300, 900, 'WEEKLY'),
    buy('Black wrap and clamps', 3, 40, 220),
    buy('Rigging steel, cut to size', 4, 180, 900),
  ],
  sound: [
    rent('Wireless transmitters, set', 1, 200, 900, 'WEEKLY'),
    rent('Walkie-talkies, dozen', 2, 120, 300, 'WEEKLY'),
    buy('Batteries, lithium', 2, 40, 260),
  ],
  sfx: [
    buy('Rain bar rig', 1, 600, 2400),
    buy('Atmospheric fluid, drums', 2, 90, 300),
    buy('Pyro charges with licence', 3, 800, 4200),
  ],
  locations: [
    buy('Site fee per day', 1, 900, 6500),
    buy('Security guard, night', 2, 240, 620),
    buy('Grounds restoration', 3, 400, 3200),
    rent('Tent 40 x 40 with floor', 5, 500, 1900, 'WEEKLY'),
  ],
  transpo: [
    rent('Stakebed truck', 1, 400, 950, 'WEEKLY'),
    rent('Picture sedan, 1960s', 2, 250, 900, 'DAILY'),
    buy('Diesel delivery', 3, 300, 1600),
    rent('Three-room trailer', 4, 900, 2100, 'MONTHLY'),
  ],
  production: [
    buy('Lunch, per head', 4, 14, 32),
    buy('Copier paper and toner', 2, 40, 260),
    rent('Crew hotel, room', 5, 90, 220, 'DAILY'),
    rent('Office furniture set', 2, 300, 1200, 'MONTHLY'),
  ],
  accounting: [
    buy('Payroll processing fee', 2, 120, 900),
    buy('Insurance premium, instalment', 3, 1500, 9000),
    rent('Accounting software seat', 4, 80, 240, 'MONTHLY'),
  ],
  post: [
    rent('Cutting room with system', 1, 1100, 2600, 'WEEKLY'),
    buy('Colour session, day', 2, 1800, 3900),
    buy('Sound mix, day', 3, 1500, 3400),
    rent('Facility episodic package', 1, 4200, 9800, 'EPISODIC'),
  ],
  vfx: [
    buy('Shot, medium complexity', 1, 1800, 6400),
    buy('Previs sequence', 2, 1200, 4800),
    buy('Plate processing', 3, 300, 1500),
  ],
};
