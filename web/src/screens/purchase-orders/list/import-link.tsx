import { FileUp } from 'lucide-react';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { Gate } from '../../../session/require-permission.tsx';

/** Where purchase orders come in from a file. */
export function ImportLink() {
  return (
    <Gate permission="CreatePurchaseOrders" level="FULL">
      {/* Nobody has a sheet at hand on a phone; the search leads there, too. */}
      <span className="max-sm:hidden">
        <ButtonLink href="/po/import">
          <FileUp aria-hidden className="size-4" />
          Import
        </ButtonLink>
      </span>
    </Gate>
  );
}
