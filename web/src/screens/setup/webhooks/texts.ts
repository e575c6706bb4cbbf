export const listFailed = 'Error occurred while retrieving webhooks.';
export const actFailed = 'That did not work. Please try again.';
/** Nothing is sent to one that is disabled. */
export const enableFirst = 'Enable the endpoint first.';
