/** Answers that cannot all hold, each with the ways out. Told at the later question, and again beside the summary. Pure. */

import type { Prescription, Sections } from '#events/case/sections.ts';
import { arch } from '#events/tooth/fdi.ts';
import { TOOTH_MARKS } from '#events/tooth/marks.ts';
import type { Edited } from './fields.ts';
import { marksOf } from './marks.ts';
import type { WizardStep } from './steps.ts';

export type WayOut = {
  /** Word under `wizard:wayOut`. */
  way: string;
  values?: Record<string, string>;
  prescription?: Partial<Prescription>;
  markers?: Partial<Sections['markers']>;
};

export type Clash = {
  /** Word under `wizard:clash`. */
  id: string;
  step: WizardStep;
  /** Field at which it is told. */
  field: string;
  values?: Record<string, string>;
  ways: WayOut[];
};

type Look = (edited: Edited) => Clash | null;

const list = (teeth: readonly (number | string)[]) => teeth.join(', ');
const unconfirmed = { confirmed: undefined };

const reliefWithoutIpr: Look = ({ prescription: rx }) => {
  if (rx.ipr !== 'no' || !rx.crowdingRelief?.includes('ipr')) return null;
  const rest = rx.crowdingRelief.filter(way => way !== 'ipr');
  return {
    id: 'reliefWithoutIpr',
    step: 'transparentToothNew',
    field: 'crowdingRelief',
    ways: [
      { way: 'iprYes', prescription: { ipr: 'yes' } },
      { way: 'reliefOut', prescription: { crowdingRelief: rest } },
    ],
  };
};

const iprMarkedWithoutIpr: Look = ({ prescription: rx, markers }) => {
  if (rx.ipr !== 'no' || !markers.ipr?.length) return null;
  return {
    id: 'iprMarked',
    step: 'transparentMarkerNew',
    field: 'ipr',
    values: { contacts: list(markers.ipr.map(i => i.contact.replace('-', '/'))) },
    ways: [
      { way: 'iprYes', prescription: { ipr: 'yes' } },
      { way: 'iprMarksOff', markers: { ipr: [], ...unconfirmed } },
    ],
  };
};

const extractionMarked: Look = ({ prescription: rx, markers }) => {
  if (rx.extraction !== 'no' || !markers.extract?.length) return null;
  return {
    id: 'extractionMarked',
    step: 'transparentMarkerNew',
    field: 'extract',
    values: { teeth: list(markers.extract) },
    ways: [
      { way: 'extractionYes', prescription: { extraction: 'yes' } },
      { way: 'extractionMarksOff', markers: { extract: [], ...unconfirmed } },
    ],
  };
};

const extractionUnmarked: Look = ({ prescription: rx, markers }) => {
  if (rx.extraction !== 'yes' || markers.extract?.length) return null;
  return {
    id: 'extractionUnmarked',
    step: 'transparentMarkerNew',
    field: 'extract',
    ways: [{ way: 'extractionNo', prescription: { extraction: 'no' } }],
  };
};

/** Marks that ask for something in an arch that is not treated. That a tooth is missing is a finding. */
const otherArchMarked: Look = ({ prescription: rx, markers }) => {
  if (rx.arch !== 'upper' && rx.arch !== 'lower') return null;
  const marks = marksOf(markers);
  const kinds = TOOTH_MARKS.filter(kind => kind !== 'missing');
  const inside = (tooth: (typeof marks)['extract'][number]) => arch(tooth) === rx.arch;
  const outside = new Set(kinds.flatMap(kind => marks[kind].filter(tooth => !inside(tooth))));
  if (outside.size === 0) return null;
  const kept = Object.fromEntries(kinds.map(kind => [kind, marks[kind].filter(inside)]));
  return {
    id: rx.arch === 'upper' ? 'lowerMarked' : 'upperMarked',
    step: 'transparentMarkerNew',
    field: 'arch',
    values: { teeth: list([...outside]) },
    ways: [
      { way: 'archBoth', prescription: { arch: 'both' } },
      { way: 'otherMarksOff', markers: { ...kept, ...unconfirmed } },
    ],
  };
};

const looks: readonly Look[] = [
  reliefWithoutIpr,
  extractionMarked,
  extractionUnmarked,
  iprMarkedWithoutIpr,
  otherArchMarked,
];

/** Every contradiction between the answers of a clear-aligner case. */
export function clashesOf(edited: Edited): Clash[] {
  if (edited.prescription.method !== 1) return [];
  return looks.flatMap(look => look(edited) ?? []);
}
