/** An API request that a page sends first; `public/start.js` fills in the placeholders in braces. */
export interface PreloadRequest {
  path: string;
  body?: Readonly<Record<string, unknown>>;
}

/** The initial request of a list: no filters, in the persona's default tab. */
function orders(persona: 'CREATOR' | 'APPROVER', tab: PreloadRequest['body']): PreloadRequest {
  const isQueue = persona === 'APPROVER';
  const sort = isQueue ? 'WAITING_SINCE%2CASC' : 'PO_NUMBER%2CDESC';
  return {
    path: `/api/pos/filter?showId={show}&persona=${persona}&page=1&count={count}&sort=${sort}`,
    body: {
      ...tab,
      poNumbers: [],
      dateRange: null,
      departmentIds: [],
      creatorIds: persona === 'CREATOR' ? '{creators}' : [],
      vendorNumbers: [],
      isWaiting: isQueue ? true : null,
      waitingSince: null,
      waitingWith: [],
      isAdjustment: null,
      importId: null,
      showId: '{show}',
    },
  };
}

const counts: PreloadRequest = { path: '/api/users/meta?show={show}&st=0&revisions=1' };

/**
 * Sent while the code of the page loads. The page uses a response only if its own request is identical; tests compare
 * the two.
 */
export const preloadRequests = {
  orders: [orders('CREATOR', { poStatuses: ['DRAFT', 'SUBMITTED_FOR_APPROVAL'] }), counts],
  queue: [
    orders('APPROVER', { poStatuses: ['SUBMITTED_FOR_APPROVAL'] }),
    { path: '/api/home?showId={show}' },
    counts,
  ],
  order: [
    { path: '/api/pos/{id}?persona={persona}&showId={show}' },
    { path: '/api/coa/{license}?includeAccountParts=true&showId={show}' },
    counts,
  ],
} as const satisfies Record<string, readonly PreloadRequest[]>;
