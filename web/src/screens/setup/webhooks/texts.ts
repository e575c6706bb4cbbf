export const listFailed = 'Error occurred while retrieving webhooks.';
export const actFailed = 'That did not work. Please try again.';
/** A disabled endpoint receives nothing. */
export const enableFirst = 'Enable the endpoint first.';
