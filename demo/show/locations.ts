import type { Currency } from './show-plans.ts';

interface Location {
  country: string;
  cities: readonly (readonly [city: string, state: string, zip: string])[];
  streets: readonly string[];
  phone: string;
}

/** The location of a show by its base currency. */
export const locations: Readonly<Record<Currency, Location>> = {
  USD: {
    country: 'US',
    cities: [
      ['Burbank', 'CA', '91502'],
      ['North Hollywood', 'CA', '91601'],
      ['Sun Valley', 'CA', '91352'],
      ['Los Angeles', 'CA', '90021'],
      ['Atlanta', 'GA', '30318'],
      ['Albuquerque', 'NM', '87102'],
    ],
    streets: [
      'Magnolia Blvd',
      'Lankershim Blvd',
      'San Fernando Rd',
      'Alameda St',
      'Vineland Ave',
      'Tujunga Ave',
    ],
    phone: '(555) 01',
  },
  CAD: {
    country: 'CA',
    cities: [
      ['Calgary', 'AB', 'T2G 0S7'],
      ['Vancouver', 'BC', 'V5L 1K6'],
      ['Toronto', 'ON', 'M4M 3H5'],
      ['Winnipeg', 'MB', 'R3B 0N2'],
    ],
    streets: ['Foundry Road', 'Powell Street', 'Eastern Avenue', 'Prairie Trail', 'Barlow Trail SE'],
    phone: '555-01',
  },
  GBP: {
    country: 'GB',
    cities: [
      ['London', 'Greater London', 'E3 2TB'],
      ['Leavesden', 'Hertfordshire', 'WD25 7LT'],
      ['Cardiff', 'South Glamorgan', 'CF10 5BT'],
      ['Bristol', 'Somerset', 'BS2 0PT'],
    ],
    streets: ['Wharf Road', 'Mill Lane', 'Station Approach', 'Canal Street', 'Brewery Yard'],
    phone: '020 7946 0',
  },
  EUR: {
    country: 'IT',
    cities: [
      ['Roma', 'RM', '00173'],
      ['Torino', 'TO', '10154'],
      ['Berlin', 'BE', '12099'],
      ['Bruxelles', 'BRU', '1070'],
    ],
    streets: ['Via Tuscolana', 'Via Cagliari', 'Corso Regio Parco', 'Ringbahnstraße', 'Rue de la Senne'],
    phone: '+39 06 555 01',
  },
};
