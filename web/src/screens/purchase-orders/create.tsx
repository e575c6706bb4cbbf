import { CreateDocument } from '../documents/form/create-document.tsx';
import { orderForm } from './form.ts';

/** `/po/create` (SH-06, SH-07). */
export function CreateScreen() {
  return <CreateDocument of={orderForm} />;
}
