import { CreateDocument } from '../documents/form/create-document.tsx';
import { orderForm } from './form.ts';
import { EditDocument } from '../documents/form/edit-document.tsx';

/** `/po/create` (SH-06, SH-07). */
export function CreateScreen() {
  return <CreateDocument of={orderForm} />;
}

/** `/po/edit/:id` (SH-08 to SH-10). */
export function EditScreen() {
  return <EditDocument of={orderForm} />;
}
