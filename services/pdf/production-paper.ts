/**
 * Papers that accompany trays: a label for each tray, and a packing list for each parcel. Pure. Neither contains a
 * patient's name.
 */
import type { TFunction } from 'i18next';
import type { StageRange } from '#events/case/fields.ts';
import type { StageRanges } from '#events/shipment/shipment.ts';
import type { CaseView } from '#projections/case/view.ts';
import { formatShortHash } from '#web/case/plan-value-text.ts';
import { dayOf } from '#web/lib/format.ts';

export const productionPapers = ['labels', 'packing'] as const;
export type ProductionPaperName = (typeof productionPapers)[number];
export const parcelKinds = ['batches', 'trays'] as const;
/** Kind of a parcel: a batch, or a reordered tray. */
export type ParcelKind = (typeof parcelKinds)[number];

type Arch = 'upper' | 'lower';
const arches = ['upper', 'lower'] as const;

/** Content of a parcel. */
export type Parcel = StageRanges & {
  of: ParcelKind;
  number: number;
  /** SHA-256 of the plan from which the parcel is made, and the plan's version if the reader may see it. */
  bundle: string;
  version: number | null;
  sent: { courier: number; trackingNumber: string; at: string } | null;
};

const versionOf = ({ plans }: CaseView, bundle: string) =>
  plans.findLast(plan => plan.bundle === bundle)?.version ?? null;

function batchOf(view: CaseView, number: number): Parcel | undefined {
  const made = view.shipments.find(s => s.batch === number);
  const found = made ?? (view.batch?.batch === number ? view.batch : undefined);
  if (!found) return undefined;
  const { upper, lower, bundle } = found;
  const sent = made ? { courier: made.courier, trackingNumber: made.trackingNumber, at: made.at } : null;
  return { of: 'batches', number, upper, lower, bundle, version: versionOf(view, bundle), sent };
}

function trayOf(view: CaseView, number: number): Parcel | undefined {
  const tray = view.trays.find(t => t.tray === number);
  if (!tray) return undefined;
  const { arch, stage, bundle, shipped } = tray;
  const only = { from: stage, to: stage };
  const stages = { upper: arch === 'upper' ? only : null, lower: arch === 'lower' ? only : null };
  return { of: 'trays', number, ...stages, bundle, version: versionOf(view, bundle), sent: shipped };
}

/** Returns a case's batch or replacement; undefined for an unknown number. */
export const parcelOf = (view: CaseView, of: ParcelKind, number: number): Parcel | undefined =>
  of === 'batches' ? batchOf(view, number) : trayOf(view, number);

const stagesIn = (range: StageRange | null): number[] =>
  range ? Array.from({ length: range.to - range.from + 1 }, (_, i) => range.from + i) : [];

export type TrayLabel = {
  /** Arch and stage, in the form in which people look for them in a drawer. */
  mark: string;
  /** `U4`, `L12`: the last part of the QR code's address, the same in every language. */
  code: string;
  lines: string[];
};
export type PackingRow = { arch: string; range: string; count: string; stages: number[] };
export type ProductionPaper = {
  /** Title of the document, without a person's name. */
  name: string;
  title: string;
  brand: string;
  caseId: string;
  labels: TrayLabel[];
  facts: { label: string; value: string }[];
  contents: PackingRow[];
  total: string;
  sign: [string, string];
  /** Text after the lists: how to use the tick boxes. */
  how: string;
};

export type ProductionPaperContext = { t: TFunction; now: number };

const letter = { upper: 'U', lower: 'L' } as const;

function labelsOf(view: CaseView, pack: Parcel, { t }: ProductionPaperContext): TrayLabel[] {
  const hash = t('shop:label.plan', {
    version: pack.version === null ? '' : `v${pack.version}`,
    hash: formatShortHash(pack.bundle),
  }).trim();
  const pair = (arch: Arch, stage: number): TrayLabel => ({
    mark: t(`shop:mark.${arch}`, { stage }),
    code: `${letter[arch]}${stage}`,
    lines: [view.caseId, hash, t(`shop:label.${pack.of}`, { number: pack.number })],
  });
  // Sorts trays in the order of wearing. Both arches of a stage are next to each other.
  const all = arches.flatMap(arch => stagesIn(pack[arch]).map(stage => ({ arch, stage })));
  return all
    .toSorted((a, b) => a.stage - b.stage || arches.indexOf(a.arch) - arches.indexOf(b.arch))
    .map(({ arch, stage }) => pair(arch, stage));
}

function factsOf(view: CaseView, pack: Parcel, { t, now }: ProductionPaperContext): ProductionPaper['facts'] {
  // Distinguishes a section that the reader may not see from an empty one without an address.
  const { data } = view.sections;
  const { receiver, deliveryAddress: to } = data ?? {};
  const noAddress = data ? t('shop:packing.noAddress') : null;
  const { header } = view;
  const fact = (key: string, value: string | null | undefined) =>
    value ? [{ label: t(`shop:packing.${key}`), value }] : [];
  const plan = {
    version: pack.version === null ? '' : `v${pack.version}`,
    hash: formatShortHash(pack.bundle),
  };
  return [
    ...fact('case', view.caseId),
    ...fact('what', t(`shop:label.${pack.of}`, { number: pack.number })),
    ...fact('plan', t('shop:label.plan', plan).trim()),
    ...fact('doctor', [header.owner.name, header.clinic].filter(Boolean).join(' · ')),
    ...fact('courier', pack.sent && t(`rx:option.courier.${pack.sent.courier}`)),
    ...fact('trackingNumber', pack.sent?.trackingNumber),
    ...fact('sent', pack.sent && dayOf(pack.sent.at)),
    ...fact('receiver', [to?.consignee ?? receiver, to?.phone].filter(Boolean).join(' · ')),
    ...fact('address', to ? [to.address, to.zip, to.clinic].filter(Boolean).join(' · ') : noAddress),
    ...fact('printed', dayOf(now)),
  ];
}

/** Composes the content of either paper. Times are in the zone given to format.ts. */
export function productionPaperOf(
  view: CaseView,
  pack: Parcel,
  paper: ProductionPaperName,
  said: ProductionPaperContext,
): ProductionPaper {
  const { t } = said;
  const what = t(`shop:label.${pack.of}`, { number: pack.number });
  const contents = arches.flatMap((arch): PackingRow[] => {
    const stages = stagesIn(pack[arch]);
    const range = pack[arch];
    if (!range) return [];
    const text = range.from === range.to ? String(range.from) : `${range.from}–${range.to}`;
    const count = t('shop:trays', { count: stages.length });
    return [
      { arch: t(`shop:arch.${arch}`), range: t('shop:packing.stages', { range: text }), count, stages },
    ];
  });
  const count = contents.reduce((sum, { stages }) => sum + stages.length, 0);
  return {
    name: [t(`shop:paper.${paper}`), view.caseId, what].join(' '),
    title: t(`shop:paper.${paper}`),
    brand: t('common:product'),
    caseId: view.caseId,
    labels: labelsOf(view, pack, said),
    facts: factsOf(view, pack, said),
    contents,
    total: t('shop:packing.total', { count }),
    sign: [t('shop:packing.packedBy'), t('shop:packing.checkedBy')],
    how: t('shop:packing.how'),
  };
}
