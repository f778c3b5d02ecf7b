/** Finds the people and things that an audited event is about. */
import type { AuditedFieldName, AuditFacts } from '#events/audit/details.ts';
import type { AuditedStream } from '#events/audit/kinds.ts';
import { caseIdOfEvent } from '#events/case/stream.ts';
import { patientIdOfRequest } from '#events/dataRequest/stream.ts';
import type { Recorded } from '#events/envelope.ts';
import { type RecordOf, recordOf } from '#events/streams.ts';

/** The people and things that an entry is about, besides the acting person. */
export type AuditSubject = {
  people: readonly string[];
  caseId: string | null;
  /** Organisations that the event itself names. */
  orgIds: readonly string[];
  facts: AuditFacts;
};

const nobody = { people: [], caseId: null, orgIds: [], facts: {} } as const;

/** Names of the fields of a change, sorted, without the id of what changed. */
const fieldsOf = (...changed: (object | undefined)[]): AuditedFieldName[] =>
  changed
    .flatMap(fields => Object.keys(fields ?? {}))
    // Boundary: the fields are those of the two events whose fields AuditedFieldName lists.
    .filter((name): name is AuditedFieldName => name !== 'orgId' && name !== 'personId')
    .sort();

/** Subject of an event that is about no single person. */
function inOrganisation({ type, data }: Pick<RecordOf<'directory'>, 'type' | 'data'>): AuditSubject {
  if (!('orgId' in data)) return nobody;
  const { orgId } = data;
  const fields = type === 'OrganisationChanged' ? { fields: fieldsOf(data) } : {};
  const count = 'count' in data ? { count: data.count } : {};
  const position = 'position' in data ? { position: data.position } : {};
  return { ...nobody, orgIds: [orgId], facts: { orgId, ...fields, ...count, ...position } };
}

function inDirectory(e: RecordOf<'directory'>): AuditSubject {
  if (!('personId' in e.data)) return inOrganisation(e);
  const { personId } = e.data;
  const others = [
    'doctorId' in e.data ? e.data.doctorId : undefined,
    'ownerId' in e.data ? e.data.ownerId : undefined,
  ];
  const people = [...(personId === null ? [] : [personId]), ...others.filter(one => one !== undefined)];
  const about = { ...nobody, people };
  switch (e.type) {
    case 'PersonChanged':
      return { ...about, facts: { fields: fieldsOf(e.data, e.personal) } };
    case 'PersonAdded':
    case 'PersonInvited':
    case 'PersonMoved': {
      const { position, orgId } = e.data;
      const before = e.type === 'PersonMoved' ? [e.data.from.orgId] : [];
      return { ...about, orgIds: [orgId, ...before], facts: { position, orgId } };
    }
    default:
      return about;
  }
}

function inSession({ type, data }: RecordOf<'session'>): AuditSubject {
  const facts: AuditFacts = type === 'SecondFactorChanged' ? { factor: data.kind, change: data.change } : {};
  return { ...nobody, people: [data.personId], facts };
}

const inNotebookKeys = ({ data }: RecordOf<'notebookKeys'>): AuditSubject => ({
  ...nobody,
  people: [data.personId],
});

function inAccess(e: RecordOf<'access'>): AuditSubject {
  switch (e.type) {
    case 'EyeOpened':
      return { ...nobody, people: [e.data.personId] };
    case 'ModelExported':
      return { ...nobody, caseId: e.data.caseId };
    case 'CaseListExported':
      return { ...nobody, facts: { count: e.data.count, masked: e.data.masked } };
    default:
      return e satisfies never;
  }
}

type Figure = Extract<RecordOf<'audit'>, { type: 'FigureOpened' }>['data'];

const figureFacts = ({ cases, asked: { org, ...asked } = {} }: Figure): AuditFacts => ({
  count: cases,
  ...(org !== undefined && { orgId: org }),
  ...(Object.keys(asked).length > 0 && { asked }),
});

function inAudit(e: RecordOf<'audit'>): AuditSubject {
  switch (e.type) {
    case 'SignInsFailed': {
      const { personId, ...facts } = e.data;
      return { ...nobody, people: personId === null ? [] : [personId], facts };
    }
    case 'RecordDownloaded':
      return { ...nobody, caseId: e.data.caseId, facts: { what: e.data.what } };
    case 'EventsExported':
      return { ...nobody, caseId: e.data.caseId };
    case 'QuestionAsked':
      return { ...nobody, facts: e.data.rows === null ? {} : { count: e.data.rows } };
    case 'FigureOpened':
      return { ...nobody, facts: figureFacts(e.data) };
    case 'TableDownloaded':
      return nobody;
    case 'AuditRead':
    case 'AuditExported':
      return { ...nobody, facts: e.data };
    case 'VersionsCompared':
      return { ...nobody, facts: { compared: e.data } };
    case 'TablesExported':
    case 'LogSealed':
      return nobody;
    default:
      return e satisfies never;
  }
}

function inDataRequest(e: RecordOf<'dataRequest'>): AuditSubject {
  const facts: AuditFacts = e.type === 'DataRequested' ? { request: e.data.kind } : {};
  return { ...nobody, caseId: patientIdOfRequest(e), facts };
}

function inShare(e: RecordOf<'share'>): AuditSubject {
  const facts = e.type === 'ShareMade' ? { audience: e.data.audience } : {};
  return { ...nobody, caseId: e.data.caseId, facts };
}

/** By kind of stream; a new audited kind does not compile without its line. */
const subjects = {
  access: event => inAccess(recordOf('access', event)),
  audit: event => inAudit(recordOf('audit', event)),
  case: event => ({ ...nobody, caseId: caseIdOfEvent(event) }),
  dataRequest: event => inDataRequest(recordOf('dataRequest', event)),
  directory: event => inDirectory(recordOf('directory', event)),
  notebookKeys: event => inNotebookKeys(recordOf('notebookKeys', event)),
  session: event => inSession(recordOf('session', event)),
  share: event => inShare(recordOf('share', event)),
} as const satisfies Record<AuditedStream, (event: Recorded) => AuditSubject>;

const hasSubject = (name: string): name is AuditedStream => Object.hasOwn(subjects, name);

/**
 * Returns the people and things that an audited event is about.
 * @throws Error for an event of a stream that is not audited
 */
export function auditSubjectOf(event: Recorded): AuditSubject {
  const [name = ''] = event.stream.split('-', 1);
  if (!hasSubject(name)) throw new Error(`${event.stream} is not audited`);
  return subjects[name](event);
}
