import { FileUp } from 'lucide-react';
import { ButtonLink } from '../../../parts/controls/button.tsx';
import { RequirePermission } from '../../../session/require-permission.tsx';

export function ImportLink() {
  return (
    <RequirePermission permission="CreatePurchaseOrders" level="FULL">
      {/* Hidden on a phone, where users rarely have spreadsheets. The search still offers it. */}
      <span className="max-sm:hidden">
        <ButtonLink href="/po/import">
          <FileUp aria-hidden className="size-4" />
          Import
        </ButtonLink>
      </span>
    </RequirePermission>
  );
}
