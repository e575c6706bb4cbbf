/** An approval with a link of an e-mail, as its event records it (LINK-09). */
export interface EmailLinkUse {
  /** False when the show did not require a session for it (LINK-05). */
  isSignedIn: boolean;
}

export function emailLinkText({ isSignedIn }: EmailLinkUse): string {
  return isSignedIn ? 'by e-mail link' : 'by e-mail link, without sign-in';
}
