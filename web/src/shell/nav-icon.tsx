import { Banknote, FileText, Inbox, Receipt } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  invoices: Receipt,
  payments: Banknote,
  approvals: Inbox,
};

/** The icon of a tab in the bottom bar and in the drawer of a phone. */
export function NavIcon(props: { id: string; isBold?: boolean }) {
  const Icon = icons[props.id] ?? FileText;
  return <Icon aria-hidden strokeWidth={props.isBold ? 2.25 : 1.75} className="size-5" />;
}
