/** An account that documents of the demo do not use: payroll, fees and other costs of a production. */
export interface BudgetedAccount {
  description: string;
  /** Its budget in thousands. */
  thousands: number;
}

/** Names with their budgets in thousands. */
const parse = (text: string): BudgetedAccount[] =>
  text.split(', ').map((item) => {
    const at = item.lastIndexOf(' ');
    return { description: item.slice(0, at), thousands: Number(item.slice(at + 1)) };
  });

/** Header accounts that only the budget has. */
export const budgetedHeads: readonly (readonly [head: number, name: string])[] = [
  [1200, 'PRODUCERS UNIT'],
  [1400, 'DIRECTION'],
  [1500, 'ABOVE-THE-LINE TRAVEL'],
  [2150, 'STAND-INS & BACKGROUND'],
  [3400, 'STUNTS & SAFETY'],
  [3500, 'TRAVEL & LIVING'],
  [3600, 'SECOND UNIT'],
  [3700, 'STAGES & FACILITIES'],
  [4100, 'MUSIC'],
  [4300, 'TITLES & DELIVERY'],
  [5200, 'PUBLICITY & STILLS'],
  [5300, 'LEGAL & FINANCE'],
];

/** The further accounts of a header account, after those of the documents. */
export const budgetedAccounts: ReadonlyMap<number, readonly BudgetedAccount[]> = new Map(
  (
    [
      [1100, 'Story Rights 260, Story Editor 148, Writers Room 220, Script Coordinator 72, Script Timing 9'],
      [
        1200,
        'Executive Producers 640, Showrunner 720, Producers 480, Line Producer 312, Associate Producers 126, Producers Assistants 94, Producers Office 38, Producers Development 25',
      ],
      [
        1300,
        'Supporting Cast 860, Guest Cast 540, Stunt Performers 165, Looping 42, Dialogue Coach 36, Rehearsals 28, Cast Fittings 14, Cast Perks 22',
      ],
      [
        1400,
        'Directors 560, Casting Director 110, Directors Assistants 46, Storyboard Artist 58, Director Preparation 40, Choreographer 18',
      ],
      [1500, 'Air Fares 84, Hotels 132, Per Diem 61, Car Service 37, Ground Transfers 19'],
      [
        2000,
        'First Assistant Directors 264, Second Assistant Directors 188, Production Coordinator 118, Assistant Coordinators 92, Production Accountant 164, Assistant Accountants 210, Payroll Clerk 74, Script Supervisor 96, Production Assistants 148, Location Office Rent 64',
      ],
      [
        2100,
        'Construction Coordinator 138, Foremen 176, Scenic Painters 142, Plasterers 58, Laborers 121, Tool Rental 27, Construction Trucks 18, Stage Maintenance 22',
      ],
      [
        2150,
        'Stand-Ins 74, General Extras 318, Special Ability Extras 66, Extras Casting 52, Extras Wardrobe Allowance 14, Extras Transport 31, Extras Catering 28',
      ],
      [
        2200,
        'Production Designer 210, Art Director 148, Set Designers 124, Graphic Designer 82, Concept Artists 60, Art Assistants 44, Reference Material 6, Blueprints 7',
      ],
      [
        2300,
        'Set Decorator 132, Lead Person 98, Swing Gang 226, Buyers 88, Dressing Trucks 24, Set Decoration Storage 19, Box Rentals 12',
      ],
      [
        2400,
        'Property Master 124, Assistant Property 146, Armorer 38, Animals 27, Prop Trucks 16, Box Rentals 11',
      ],
      [
        2500,
        'Costume Designer 142, Costume Supervisor 104, Set Costumers 158, Cutters & Fitters 72, Ageing & Dyeing 21, Costume Storage 14, Box Rentals 10',
      ],
      [
        2600,
        'Key Makeup 108, Assistant Makeup 92, Key Hair 104, Assistant Hair 86, Contact Lenses 5, Box Rentals 13',
      ],
      [
        2700,
        'Effects Supervisor 112, Effects Crew 128, Rain & Snow 34, Effects Rentals 41, Effects Permits 6',
      ],
      [
        2800,
        'Gaffer 128, Best Boy Electric 98, Electricians 286, Rigging Gaffer 94, Rigging Electricians 132, Globes 18, Distribution Rental 46, Box Rentals 16',
      ],
      [
        2900,
        'Key Grip 122, Best Boy Grip 94, Grips 264, Dolly Grips 88, Rigging Grips 112, Grip Trucks 28, Box Rentals 17',
      ],
      [
        3000,
        'Director of Photography 248, Camera Operators 186, First Assistants 142, Second Assistants 108, Digital Technician 92, Loaders 56, Camera Cars 22, Drones 26, Video Assist 44, Data Media 31',
      ],
      [3100, 'Sound Mixer 112, Boom Operators 94, Utility Sound 72, Playback 18, Wireless Licences 6'],
      [
        3200,
        'Location Manager 128, Assistant Managers 156, Location Scouts 64, Police & Fire 72, Parking 58, Location Catering Tents 36, Portable Toilets 29, Site Survey 12, Neighbour Relations 8',
      ],
      [
        3300,
        'Transportation Coordinator 116, Captain 98, Drivers 486, Driver Meals 21, Repairs & Maintenance 34, Tolls & Parking 12, Star Trailers 96, Maxi Vans 48',
      ],
      [
        3400,
        'Stunt Coordinator 118, Stunt Rigging 46, Safety Officer 62, Medics 78, Intimacy Coordinator 24, Stunt Equipment 19',
      ],
      [
        3500,
        'Crew Air Fares 92, Crew Hotels 214, Crew Per Diem 138, Mileage 41, Living Allowances 56, Customs & Visas 11',
      ],
      [
        3600,
        'Second Unit Director 74, Second Unit Camera 96, Second Unit Crew 148, Second Unit Rentals 62, Second Unit Locations 34, Second Unit Transport 28',
      ],
      [
        3700,
        'Stage Rent 468, Stage Power 74, Stage Heating 31, Office Rent 126, Workshop Rent 68, Office Cleaning 16, Backlot Rent 44, Wrap Storage 18',
      ],
      [
        4000,
        'Editors 412, Assistant Editors 248, Post Supervisor 126, Dailies 88, Foley 38, Dialogue Replacement 34, Conform 52, Online Edit 66',
      ],
      [
        4100,
        'Composer 168, Music Supervisor 58, Source Licences 112, Score Recording 74, Musicians 62, Music Editor 46',
      ],
      [
        4200,
        'Visual Effects Supervisor 148, Effects Producer 112, Compositing 286, Matte Paintings 44, Scanning 18',
      ],
      [
        4300,
        'Title Design 28, Credits 8, Deliverables 56, Quality Control 22, Closed Captions 9, Archiving 14',
      ],
      [
        5100,
        'Office Equipment 28, Audit 34, Postage & Couriers 16, Completion Guarantee 264, Errors & Omissions 58, Work Permits 9',
      ],
      [5200, 'Unit Publicist 64, Still Photographer 72, Press Kit 18, Website & Social 26, Screenings 14'],
      [5300, 'Legal Fees 186, Financing Fees 124, Bank Charges 12, Company Formation 6, Music Clearance 14'],
    ] as const
  ).map(([head, text]) => [head, parse(text)]),
);
