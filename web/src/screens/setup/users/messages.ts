import { notAnAddress } from '#domain/recipients';
import { words } from '../../../words.ts';

export const userTexts = {
  /** MG-07 */
  modified: 'User modified successfully.',
  created: 'User created successfully.',
  departmentsFailed: 'Error occurred while updating departments.',
  updateFailed: 'Error occurred while updating user.',
  /** MG-08 */
  createdWithoutDepartments: 'User created, but error occurred updating departments.',
  createFailed: words.EMAIL_USER_MISMATCH,
  loadFailed: words.USER_NOT_FOUND,
  listFailed: 'Error loading users.',
  /** What can be mended at a field. */
  usernameWrong: notAnAddress,
  firstNameMissing: 'Please enter a first name.',
  lastNameMissing: 'Please enter a last name.',
  isInShow: 'This user is in the show already.',
  isNeeded:
    'The user cannot be taken out of a department: documents are in approval there, or nobody else approves for it.',
  ownSeat: 'Your own role and status are for others to change.',
  linkSent: (username: string) => `A link to set a password was sent to ${username}.`,
} as const;
