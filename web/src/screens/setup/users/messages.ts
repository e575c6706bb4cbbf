import { notAnAddress } from '#domain/values/email-address';
import { words } from '../../../words.ts';

export const userTexts = {
  /** (MG-07) */
  modified: 'User modified successfully.',
  created: 'User created successfully.',
  departmentsFailed: 'Error occurred while updating departments.',
  updateFailed: 'Error occurred while updating user.',
  /** (MG-08) */
  createdWithoutDepartments: 'User created, but error occurred updating departments.',
  createFailed: words.EMAIL_USER_MISMATCH,
  loadFailed: words.USER_NOT_FOUND,
  listFailed: 'Error loading users.',
  /** Errors that the user can correct at a field. */
  usernameWrong: notAnAddress,
  firstNameMissing: 'Please enter a first name.',
  lastNameMissing: 'Please enter a last name.',
  /** No user was found, which is the usual case for a new user (MG-06). */
  isNew:
    'No user has this address yet. If it is right, enter the name and role. Backlot sends a link to set a password there.',
  isInShow: 'This user is already in the show.',
  isNeeded:
    'The user cannot be removed from a department: it has documents in approval, or no one else approves for it.',
  ownMembership: 'You cannot change your own role or status.',
  ownBudget: 'You cannot change what you see of the budget yourself.',
  partOfBudget: 'Only users who see the whole budget can change this.',
  accountMissing: 'Please enter an account.',
  rangeReversed: 'This account comes before the first one.',
  linkSent: (username: string) => `A link to set a password was sent to ${username}.`,
} as const;
