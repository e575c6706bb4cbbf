/** Texts that belong to no error code: pages, session and shell (ER-04..07, SE-09..27, SH-24..53, RT-07). */
export const texts = {
  systemError: 'Oh no! System could not process your request.',
  notFound: 'Oh no! The resource you requested was not found.',
  anError: 'An error occurred.',
  showsFailed: 'Error loading shows.',
  noAccess: 'Your account might have been deactivated. Please contact your administrator.',
  sessionExpired: 'Session Expired',
  loginAgain: 'Your session has expired and you need to log in again to continue working.',
  signOutFailed: 'Logging out failed, so your session is still open. Check your connection and try again.',
  verifyFailed: 'Session could not be verified. Please try again.',
  extendFailed: 'Session could not be extended. Please try again.',
  permissionsFailed: 'Unable to load permissions. Try logging out and back in.',
  subscribeFailed: 'Failed to subscribe after multiple attempts',
  showIsMoving: 'This show is being moved. Try again in a minute.',
} as const;
