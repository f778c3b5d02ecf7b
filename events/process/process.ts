/** Process control, the chairside log and remarks in a case's state. */
import type { CaseFile, CaseFileFacts } from '../case/files.ts';
import type { CaseEvent, CaseEventOf } from '../case/stream.ts';

type Where = { by: string; at: string };

export type ProcessRecord = Where &
  Omit<CaseEventOf<'ProcessRecorded'>['data'], 'files'> & { files: CaseFile[]; remarks: string | null };
export type Visit = Where & CaseEventOf<'VisitRecorded'>['data'] & { note: string | null };
export type Remarks = Where & {
  text: string;
  /** Revision of the case when the remarks were written; a change must have read it. */
  revision: number;
};

export type CaseProcessState = {
  records: ProcessRecord[];
  visits: Visit[];
  remarks: Remarks | null;
  otherFiles: CaseFile[];
  /** Highest numbers assigned; numbers are never reused. */
  recordsMade: number;
  visitsMade: number;
};
export const noProcess: CaseProcessState = {
  records: [],
  visits: [],
  remarks: null,
  otherFiles: [],
  recordsMade: 0,
  visitsMade: 0,
};

const named = (files: CaseFileFacts[], names: Record<string, string>, where: Where): CaseFile[] =>
  files.map(file => ({ ...file, ...where, name: names[file.id] ?? '' }));

/** Returns the record after an event; the same object if the event does not change it. */
export function evolveProcess(
  part: CaseProcessState,
  e: CaseEvent,
  { by, at, revision }: Where & { revision: number },
): CaseProcessState {
  const where = { by, at };
  switch (e.type) {
    case 'ProcessRecorded': {
      const { files, ...facts } = e.data;
      const { remarks = null, names } = e.personal;
      const record = { ...facts, files: named(files, names, where), remarks, ...where };
      return { ...part, records: [...part.records, record], recordsMade: facts.record };
    }
    case 'ProcessRemoved':
      return { ...part, records: part.records.filter(r => r.record !== e.data.record) };
    case 'VisitRecorded': {
      const visit = { ...e.data, note: e.personal.note ?? null, ...where };
      return { ...part, visits: [...part.visits, visit], visitsMade: e.data.visit };
    }
    case 'VisitRemoved':
      return { ...part, visits: part.visits.filter(v => v.visit !== e.data.visit) };
    case 'RemarksChanged':
      return { ...part, remarks: { text: e.personal.text, revision, ...where } };
    case 'OtherFilesAdded':
      return {
        ...part,
        otherFiles: [...part.otherFiles, ...named(e.data.files, e.personal.names, where)],
      };
    default:
      return part;
  }
}
