import type { Company, CompanyCurrency } from '../show/companies.ts';
import type { Department, Member, Show } from '../show/show.ts';
import type { Vendor } from '../show/vendors.ts';

/** Creator, department, vendor and company of a document. */
export interface Parties {
  creator: Member;
  department: Department;
  vendor: Vendor;
  company: Company;
  currency: CompanyCurrency;
}

export type VendorKind = 'active' | 'inactive' | 'temporary';

/** Creators write most documents; approvers and administrators a few. */
function pickCreator(show: Show, candidates: readonly Member[]): Member {
  const proper = candidates.filter(({ membership }) => /Creator/.test(membership.role));
  const onlyProper = show.settings.preventSelfApproval || show.random.chance(0.88);
  return show.random.pick(onlyProper && proper.length > 0 ? proper : candidates);
}

function pickVendor(show: Show, department: Department, kind: VendorKind): Vendor {
  const ofKind = show.vendors.filter((vendor) =>
    kind === 'temporary'
      ? vendor.isTemporary
      : !vendor.isTemporary && vendor.isActive === (kind === 'active'),
  );
  const ofTrade = ofKind.filter(({ trades }) => trades.includes(department.key));
  return show.random.pick(ofTrade.length > 0 ? ofTrade : ofKind);
}

export function pickParties(
  show: Show,
  candidates: readonly Member[],
  wanted: { kind: VendorKind; departments?: readonly string[] },
): Parties {
  const inside = (member: Member): Department[] =>
    show.departments.filter(
      ({ key }) => member.membership.departments.includes(key) && (wanted.departments?.includes(key) ?? true),
    );
  const able = candidates.filter((member) => inside(member).length > 0);
  const creator = pickCreator(show, able.length > 0 ? able : candidates);
  const department = show.random.pick(inside(creator));
  const company = show.random.pick(
    show.companies.length > 1 && show.random.chance(0.15)
      ? show.companies.slice(1)
      : show.companies.slice(0, 1),
  );
  const other = company.currencies.length > 1 && show.random.chance(0.12);
  const currency = company.currencies[other ? 1 : 0];
  if (!currency) throw new Error('A company without currency');
  return { creator, department, vendor: pickVendor(show, department, wanted.kind), company, currency };
}

/** The vendor columns of a document header. */
export function vendorColumns({ vendor }: Parties): {
  vendorId: string | null;
  temporaryVendorId: string | null;
  vendorExternalId: string | null;
  vendorNumber: string;
  vendorName: string;
} {
  const { snapshot } = vendor;
  return {
    vendorId: vendor.isTemporary ? null : snapshot.id,
    temporaryVendorId: snapshot.tempVendorId,
    vendorExternalId: snapshot.externalId,
    vendorNumber: snapshot.number,
    vendorName: snapshot.name,
  };
}
