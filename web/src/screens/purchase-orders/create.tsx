import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PurchaseOrderDraft } from '#domain/purchase-order';
import { WithOpenNote } from '../../forms/open-note.tsx';
import { PurchaseOrderForm } from '../../forms/purchase-order/form.tsx';
import { PageHead } from '../../parts/card.tsx';
import { useFlash } from '../../parts/flash.tsx';
import { Loading } from '../../parts/spinner.tsx';
import { useTitle } from '../../parts/use-title.ts';
import { Gate } from '../../session/gate.tsx';
import { orderDocument } from '../documents/document.ts';
import { useAfterSave } from '../documents/after-save.ts';
import { DocumentLoadFailure } from '../documents/load-failure.tsx';
import { saveFailed } from '../documents/messages.ts';
import { useDuplicate } from './use-duplicate.ts';

const saveAtOnce = () => Promise.resolve(true);

function NewForm(props: { begin: PurchaseOrderDraft | null }) {
  const navigate = useNavigate();
  const flash = useFlash();
  const afterSave = useAfterSave('CREATOR');
  return (
    <PurchaseOrderForm
      order={null}
      begin={props.begin}
      isApproverEdit={false}
      title={<PageHead title="New Purchase Order" />}
      confirmSave={saveAtOnce}
      onSaved={(saved, after) => void afterSave(orderDocument(saved), after)}
      onFailed={(error) => flash('failure', saveFailed(error, 'Purchase order'))}
      onCancel={() => void navigate('/po')}
      onDiscard={null}
      onVoid={null}
      notes={null}
    />
  );
}

function DuplicateForm(props: { id: string }) {
  const { draft, error, askAgain } = useDuplicate(props.id);
  // What the copy began with: answers that come later do not touch what is being typed.
  const [begin, setBegin] = useState<PurchaseOrderDraft | null>(null);
  if (begin === null && draft !== null) setBegin(draft);
  if (begin) return <NewForm begin={begin} />;
  if (!error) return <Loading label="Loading purchase order" />;
  return <DocumentLoadFailure docType="PO" error={error} back="/po" onRetry={askAgain} />;
}

/** `/po/create` (SH-06, SH-07): every new `refresh` begins anew; `duplicate` names the PO to copy (PO-54). */
export function CreateScreen() {
  const [query] = useSearchParams();
  const duplicate = query.get('duplicate');
  useTitle('New Purchase Order');
  return (
    <Gate permission="CreatePurchaseOrders" level="FULL" redirect="on-lack">
      <WithOpenNote key={`${query.get('refresh') ?? ''} ${duplicate ?? ''}`}>
        {duplicate ? <DuplicateForm id={duplicate} /> : <NewForm begin={null} />}
      </WithOpenNote>
    </Gate>
  );
}
