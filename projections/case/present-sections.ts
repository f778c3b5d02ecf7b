/** The wizard's sections of a case, limited to the viewer's open pages, with personal fields masked. */
import type { CaseState } from '#events/case/case.ts';
import { expectsParcel } from '#events/case/delivery.ts';
import { MASK } from '#events/case/masking.ts';
import type { CasePage, PageAccess } from '#events/case/pages.ts';
import {
  type DeliveryAddress,
  type SectionName,
  type Sections,
  sectionNames,
} from '#events/case/sections.ts';
import { maskName, maskPhone, type PresentCtx } from '../present.ts';
import type { CaseView } from './view.ts';

type Pages = Record<CasePage, PageAccess>;

const maskPatient = (p: Sections['patient']): Sections['patient'] => ({
  ...p,
  ...(p.name !== undefined ? { name: maskName(p.name) } : {}),
  ...(p.address !== undefined ? { address: MASK } : {}),
});

export const maskDelivery = (to: DeliveryAddress): DeliveryAddress => ({
  ...to,
  consignee: maskName(to.consignee),
  phone: maskPhone(to.phone),
  address: MASK,
});

const maskData = (d: Sections['data']): Sections['data'] => ({
  ...d,
  ...(d.receiver !== undefined ? { receiver: maskName(d.receiver) } : {}),
  ...(d.deliveryAddress ? { deliveryAddress: maskDelivery(d.deliveryAddress) } : {}),
});

/** The address of a pending parcel: the only section data that the manufacturer gets. */
function forDelivery(s: CaseState): Partial<Sections> {
  const { receiver, deliveryAddress } = s.sections.data;
  return expectsParcel(s) ? { data: { receiver, deliveryAddress } } : {};
}

/** Returns the sections open to the viewer. The order form shows all of them, so it opens all. */
function open(s: CaseState, pages: Pages, ctx: PresentCtx): Partial<Sections> {
  if (pages.orderForm === 'open') return s.sections;
  return ctx.viewer.position === 'VendorAdmin' ? forDelivery(s) : {};
}

export function presentSections(s: CaseState, pages: Pages, ctx: PresentCtx): Partial<Sections> {
  const shown = open(s, pages, ctx);
  return ctx.hidden ? maskSections(shown) : shown;
}

/** Returns the wizard's sections with personal fields masked. */
export function maskSections(shown: Partial<Sections>): Partial<Sections> {
  return {
    ...shown,
    ...(shown.patient ? { patient: maskPatient(shown.patient) } : {}),
    ...(shown.data ? { data: maskData(shown.data) } : {}),
  };
}

/** Presents who last saved each section, when, and at which revision. */
export function presentSectionSaves(s: CaseState, pages: Pages, ctx: PresentCtx): CaseView['saved'] {
  const saved: CaseView['saved'] = {};
  if (pages.orderForm !== 'open') return saved;
  for (const name of sectionNames) {
    const at: CaseState['saved'][SectionName] = s.saved[name];
    if (at) saved[name] = { at: at.at, by: ctx.person(at.by, at.at), revision: at.revision };
  }
  return saved;
}
