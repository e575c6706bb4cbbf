import { CreateDocument } from '../documents/form/create-document.tsx';
import { invoiceForm } from './form.ts';
import { EditDocument } from '../documents/form/edit-document.tsx';

/** `/invoice/create` (SH-55). */
export function CreateScreen() {
  return <CreateDocument of={invoiceForm} />;
}

/** `/invoice/edit/:id` (SH-57, SH-58). */
export function EditScreen() {
  return <EditDocument of={invoiceForm} />;
}
