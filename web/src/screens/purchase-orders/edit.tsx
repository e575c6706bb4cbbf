import { EditDocument } from '../documents/form/edit-document.tsx';
import { orderForm } from './form.ts';

/** `/po/edit/:id` (SH-08 to SH-10). */
export function EditScreen() {
  return <EditDocument of={orderForm} />;
}
