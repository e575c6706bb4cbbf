import { headerBadge } from '#domain/badges';
import { orderNumber } from '#domain/purchase-order';
import type { PurchaseOrder } from '#domain/purchase-order';
import { day } from './facts.ts';
import type { PrintedOrder } from './printed-order.ts';

const tone: Record<PurchaseOrder['submissionStatus'], string> = {
  Draft: '',
  'Needs revision': 'waiting',
  'Submitted for approval': 'waiting',
  Approved: 'approved',
  Void: 'refused',
  Denied: 'refused',
  Canceled: 'refused',
};

/** Who sends it, what it is, its number, status and badge. */
export function Head({ purchaseOrder, letterhead }: PrintedOrder) {
  const badge = headerBadge('PO', purchaseOrder);
  const { showName, showNumber } = letterhead;
  // The badge of a void order says so itself.
  const isVoid = purchaseOrder.submissionStatus === 'Void';
  return (
    <header class="letterhead">
      <div>
        <p class="company">{letterhead.productionCompany}</p>
        {letterhead.addressLines.filter(Boolean).map((line) => (
          <p class="muted" key={line}>
            {line}
          </p>
        ))}
        {letterhead.contact && <p class="muted">{letterhead.contact}</p>}
        <p class="production">
          {showName}
          {showNumber && <span class="muted"> · {showNumber}</span>}
        </p>
      </div>
      <div class="title">
        <h1>Purchase Order</h1>
        <p class="number">{orderNumber(purchaseOrder)}</p>
        <p class="chips">
          {isVoid ? (
            <span class="chip refused">{badge}</span>
          ) : (
            <>
              <span class={`chip ${tone[purchaseOrder.submissionStatus]}`}>
                {purchaseOrder.submissionStatus}
              </span>
              {badge && <span class="chip badge">{badge}</span>}
            </>
          )}
        </p>
      </div>
    </header>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  if (value === '') return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

export function Facts(order: PrintedOrder) {
  const { purchaseOrder } = order;
  return (
    <dl class="facts">
      <div class="subject">
        <dt>Description</dt>
        <dd>{purchaseOrder.description}</dd>
      </div>
      <Fact name="PO Date" value={day(purchaseOrder.poDate, order)} />
      <Fact name="Department" value={purchaseOrder.department?.name ?? ''} />
      <Fact name="Requested By" value={purchaseOrder.creator.name} />
      <Fact name="Currency" value={purchaseOrder.currency} />
      <Fact name="PO Contains" value={purchaseOrder.category?.name ?? ''} />
    </dl>
  );
}

interface PartyProps {
  title: string;
  name: string;
  lines: readonly string[];
}

function Party({ title, name, lines }: PartyProps) {
  return (
    <div>
      <h2>{title}</h2>
      <p class="name">{name || '—'}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function place(city: string, state: string, code: string): string {
  return [city, [state, code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** The chosen address of a permanent vendor, or the own one of a temporary vendor (DEC-95). */
function vendorLines({ vendor, vendorAddress, vendorContact }: PurchaseOrder): string[] {
  const address = vendorAddress
    ? [
        vendorAddress.address1 || vendorAddress.address,
        vendorAddress.address2,
        place(vendorAddress.city, vendorAddress.state, vendorAddress.zip),
      ]
    : [vendor.address, place(vendor.city, vendor.state, vendor.postalCode)];
  const contact = vendorContact || vendor.contact;
  return [
    vendor.number && `Vendor No. ${vendor.number}`,
    ...address,
    contact && `Attn. ${contact}`,
    vendor.phoneNumber,
    vendor.email,
  ];
}

export function Parties({ purchaseOrder }: PrintedOrder) {
  const { billToAddress: bill, shipToAddress: ship, company, companyAddress, vendor } = purchaseOrder;
  return (
    <div class="parties">
      <Party title="Vendor" name={vendor.name} lines={vendorLines(purchaseOrder)} />
      <Party
        title="Bill To"
        name={bill?.name ?? company}
        lines={bill ? [bill.address1, bill.address2] : [companyAddress]}
      />
      <Party title="Ship To" name={ship?.name ?? ''} lines={ship ? [ship.address1, ship.address2] : []} />
    </div>
  );
}
