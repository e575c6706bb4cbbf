import { Banknote, FileText, Inbox, Receipt } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

const icons: Readonly<Record<string, LucideIcon>> = {
  invoices: Receipt,
  payments: Banknote,
  approvals: Inbox,
};

/** What a tab looks like on a phone: in the bar at the foot, and in the drawer. */
export function SectionIcon(props: { id: string; isBold?: boolean }) {
  const Icon = icons[props.id] ?? FileText;
  return <Icon aria-hidden strokeWidth={props.isBold ? 2.25 : 1.75} className="size-5" />;
}
