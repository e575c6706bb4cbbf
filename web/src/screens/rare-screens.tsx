import type { ComponentProps } from 'react';
import { IssuedReports } from './setup/cost-report/issued-reports.tsx';
import { GuarantorFrame } from '../shell/guarantor-frame.tsx';

// Screens of few users share one file, because each file adds to the script of every page.
export { FirstShow } from './setup/shows/first-show.tsx';

/** The application of a guarantor, loaded in place of the shell (BUD-88). */
export function Guarantor(props: Omit<ComponentProps<typeof GuarantorFrame>, 'children'>) {
  return (
    <GuarantorFrame {...props}>
      <IssuedReports />
    </GuarantorFrame>
  );
}
