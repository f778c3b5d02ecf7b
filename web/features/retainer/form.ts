/** What the form of a retainer order holds, what is still wrong with it, and what is sent of it. Pure. */
import { limits, type Option } from '#events/case/options.ts';
import { type DeliveryAddress, deliveryAddress } from '#events/case/sections.ts';
import type { Issue } from '#events/errors.ts';
import { validationIssues } from '#events/parse.ts';
import { archesOf } from '#events/retainer/retainer.ts';
import { arch as archOf, type Fdi } from '#events/tooth/fdi.ts';
import type { RetainerItem } from '#projections/case/follow-up.ts';
import type { CaseView } from '#projections/case/view.ts';
import { addressLine } from '#web/features/address/copy.ts';

export const arches = ['upper', 'lower'] as const;
export type Arch = (typeof arches)[number];

export type BasisDraft = {
  kind: Option<'retainerBasis'> | null;
  stage: number | null;
  order: number | null;
  fileId: string | null;
};

export type Draft = Record<Arch, BasisDraft> & {
  type: Option<'retainerType'> | null;
  arch: Option<'retainerArch'> | null;
  pontic: boolean;
  pontics: readonly Fdi[];
  fixed: Option<'retainerFixed'>;
  quantity: number | null;
  /** An address as it is sent; null while another one is typed. */
  address: string | null;
  other: Partial<DeliveryAddress>;
  note: string;
};

/** What of the case limits an order. */
export type World = {
  /** Stages of the newest plan. */
  stages: Record<Arch, number>;
  orders: readonly Pick<RetainerItem, 'retainer' | Arch>[];
};

export const worldOf = ({ header, retainers }: Pick<CaseView, 'header' | 'retainers'>): World => ({
  stages: header.stages ?? { upper: 0, lower: 0 },
  orders: retainers,
});

/** Earlier orders that had this arch. */
export const ordersOf = (world: World, arch: Arch) => world.orders.filter(order => order[arch] !== null);
export const archesIn = (draft: Draft): readonly Arch[] => (draft.arch === null ? [] : archesOf[draft.arch]);

const noBasis: BasisDraft = { kind: null, stage: null, order: null, fileId: null };
const lastStage = (stages: number): BasisDraft => (stages > 0 ? { ...noBasis, kind: 2 } : noBasis);

/** A scan that came with an order is that order's: the next one is made on the order itself. */
function basisAgain(order: RetainerItem, arch: Arch): BasisDraft {
  const before = order[arch];
  if (!before) return noBasis;
  const sentWithIt = before.kind === 5 && order.files.some(file => file.id === before.fileId);
  return sentWithIt ? { ...noBasis, kind: 4, order: order.retainer } : { ...noBasis, ...before };
}

function draftAgain(order: RetainerItem): Draft {
  const { type, arch, fixed, quantity, pontics, address } = order;
  const bases = { upper: basisAgain(order, 'upper'), lower: basisAgain(order, 'lower') };
  const rest = { pontic: pontics.length > 0, other: {}, note: order.note ?? '' };
  return { type, arch, fixed, quantity, pontics, address, ...bases, ...rest };
}

/** Both arches where the plan moved both, else the one that it moved. */
const archMoved = ({ upper, lower }: World['stages']): Draft['arch'] =>
  upper > 0 && lower > 0 ? 2 : upper > 0 ? 0 : lower > 0 ? 1 : null;

type Opened = Pick<CaseView, 'header' | 'retainers' | 'completion' | 'sections'>;

/**
 * The form as it opens: as the order that is applied for again; after a completion with "retainer: yes" a
 * post-operative one on the last stage; else nothing is chosen that a clinician decides.
 * @param usual the doctor's usual address, for a case without one
 */
export function firstDraft(view: Opened, again?: number, usual: string | null = null): Draft {
  const order = view.retainers.find(one => one.retainer === again);
  if (order) return draftAgain(order);
  const { stages } = worldOf(view);
  const wanted = view.completion?.retainer === true;
  const own = view.sections.data?.deliveryAddress;
  return {
    type: wanted ? 3 : null,
    arch: wanted ? archMoved(stages) : null,
    upper: wanted ? lastStage(stages.upper) : noBasis,
    lower: wanted ? lastStage(stages.lower) : noBasis,
    pontic: false,
    pontics: [],
    fixed: 0,
    quantity: 1,
    address: own ? addressLine(own) : usual,
    other: {},
    note: '',
  };
}

function basisIssues(arch: Arch, basis: BasisDraft, world: World): Issue[] {
  const { kind, stage, order, fileId } = basis;
  const last = world.stages[arch];
  if (kind === null) return [{ path: `${arch}.kind`, issue: 'required' }];
  if (kind === 2 && last === 0) return [{ path: `${arch}.kind`, issue: 'arch-has-no-stages' }];
  if (kind === 3 && stage === null) return [{ path: `${arch}.stage`, issue: 'required' }];
  if (kind === 3 && stage !== null && stage > last)
    return [{ path: `${arch}.stage`, issue: 'stages-past-end', values: { last } }];
  if (kind === 4 && order === null) return [{ path: `${arch}.order`, issue: 'required' }];
  if (kind === 4 && !ordersOf(world, arch).some(one => one.retainer === order))
    return [{ path: `${arch}.order`, issue: 'order-unknown' }];
  if (kind === 5 && fileId === null) return [{ path: `${arch}.fileId`, issue: 'required' }];
  return [];
}

/** Teeth that a pontic stands for, as far as their arch is ordered. */
export const ponticsOf = (draft: Draft): Fdi[] =>
  draft.pontic ? draft.pontics.filter(tooth => archesIn(draft).includes(archOf(tooth))) : [];

function quantityIssues(quantity: number | null): Issue[] {
  const [min, max] = [1, limits.retainerQuantity];
  if (quantity === null) return [{ path: 'quantity', issue: 'required' }];
  if (quantity < min) return [{ path: 'quantity', issue: 'too-small', values: { min } }];
  return quantity > max ? [{ path: 'quantity', issue: 'too-big', values: { max } }] : [];
}

/** What is still wrong, field by field in the form's order, in the words of the API's own refusals. */
export function issuesOf(draft: Draft, world: World): Issue[] {
  const required = (path: 'type' | 'arch'): Issue[] =>
    draft[path] === null ? [{ path, issue: 'required' }] : [];
  return [
    ...required('type'),
    ...required('arch'),
    ...archesIn(draft).flatMap(arch => basisIssues(arch, draft[arch], world)),
    ...(draft.pontic && ponticsOf(draft).length === 0 ? [{ path: 'pontics', issue: 'required' }] : []),
    ...quantityIssues(draft.quantity),
    ...(draft.address === null
      ? validationIssues(deliveryAddress, draft.other).map(i => ({ ...i, path: `address.${i.path}` }))
      : []),
  ];
}

/** Only what a basis's kind asks for. */
function basisInput({ kind, stage, order, fileId }: BasisDraft) {
  if (kind === 3) return { kind, stage };
  if (kind === 4) return { kind, order };
  return kind === 5 ? { kind, fileId } : { kind };
}

/** What is sent; the draft has no issue. */
export function inputOf(draft: Draft): object {
  const { type, arch, fixed, quantity, address, other } = draft;
  const note = draft.note.trim();
  return {
    type,
    arch,
    fixed,
    quantity,
    pontics: ponticsOf(draft),
    address: address ?? addressLine(other),
    ...Object.fromEntries(archesIn(draft).map(each => [each, basisInput(draft[each])])),
    ...(note ? { note } : {}),
  };
}
