/** The 18 sections of a case's page (product-spec.md 2, Case detail) and the positions that may open each section. */
import type { Position } from '../person/position.ts';
import { rulesOf } from './rules.ts';
import { Status } from './status.ts';

const everybody = [
  'Doctor',
  'Assistant',
  'Technician',
  'Specialist',
  'SuperMechanic',
  'Service',
  'VendorAdmin',
  'Designer',
  'Admin',
  'Analyst',
] as const satisfies readonly Position[];

/**
 * The manufacturer works from the approved plan alone, without photos and diagnosis. An Analyst sees no photos, models
 * or texts.
 */
const clinical = everybody.filter(p => p !== 'VendorAdmin' && p !== 'Analyst');
/** A plan's stages are models of the patient's teeth. */
const noAnalyst = everybody.filter(p => p !== 'Analyst');
const noVendor = everybody.filter(p => p !== 'VendorAdmin');
const treating = [
  'Doctor',
  'Assistant',
  'Designer',
  'Service',
  'SuperMechanic',
  'Admin',
] as const satisfies readonly Position[];

/** The condition that opens a page; `produced` holds from the first production on. */
type Opens =
  | 'always'
  | 'submitted'
  | 'planned'
  | 'produced'
  | 'retainable'
  | 'completed'
  /** A page that is not offered: closed at every status, with a reason. */
  | 'unoffered';

export type CasePageRule = { positions: readonly Position[]; opens: Opens };

export const casePageRules = {
  images: { positions: clinical, opens: 'always' },
  orderForm: { positions: noVendor, opens: 'always' },
  orderPdf: { positions: noVendor, opens: 'always' },
  digitalModel: { positions: noAnalyst, opens: 'always' },
  stlDownload: { positions: clinical, opens: 'always' },
  plan: { positions: noAnalyst, opens: 'planned' },
  planInstructions: { positions: noAnalyst, opens: 'planned' },
  progress: { positions: everybody, opens: 'always' },
  manufacturing: { positions: everybody, opens: 'produced' },
  otherFiles: { positions: clinical, opens: 'always' },
  planLinks: { positions: clinical, opens: 'planned' },
  stlExportRecord: { positions: noVendor, opens: 'always' },
  archiving: { positions: treating, opens: 'completed' },
  retainer: { positions: everybody, opens: 'retainable' },
  wear: { positions: noVendor, opens: 'produced' },
  processControl: { positions: clinical, opens: 'produced' },
  ceph: { positions: clinical, opens: 'unoffered' },
  submitToManufacturing: { positions: everybody, opens: 'produced' },
} as const satisfies Record<string, CasePageRule>;

export type CasePage = keyof typeof casePageRules;
export const casePageNames = Object.keys(casePageRules) as CasePage[];

/** Access to a page: open, closed to the position, or too early in the case. */
export type PageAccess = 'open' | 'position' | 'early';

/** True at statuses that allow a retainer order (lifecycle.md, Retainers). */
const retainable = (status: Status) => rulesOf('applyRetainer').some(rule => rule.from.includes(status));

export function pageAccess(
  page: CasePage,
  position: Position,
  facts: { status: Status; submitted: boolean; planned: boolean; produced: boolean; retained: boolean },
): PageAccess {
  const { positions, opens }: CasePageRule = casePageRules[page];
  if (!positions.includes(position)) return 'position';
  const open: Record<Opens, boolean> = {
    always: true,
    submitted: facts.submitted,
    planned: facts.planned,
    produced: facts.produced,
    retainable: facts.retained || retainable(facts.status),
    completed: facts.status === Status.Completed,
    unoffered: false,
  };
  return open[opens] ? 'open' : 'early';
}
