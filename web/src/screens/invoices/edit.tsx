import { EditDocument } from '../documents/form/edit-document.tsx';
import { invoiceForm } from './form.ts';

/** `/invoice/edit/:id` (SH-57, SH-58). */
export function EditScreen() {
  return <EditDocument of={invoiceForm} />;
}
