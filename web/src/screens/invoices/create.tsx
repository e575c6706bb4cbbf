import { CreateDocument } from '../documents/form/create-document.tsx';
import { invoiceForm } from './form.ts';

/** `/invoice/create` (SH-55). */
export function CreateScreen() {
  return <CreateDocument of={invoiceForm} />;
}
