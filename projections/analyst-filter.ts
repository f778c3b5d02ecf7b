/**
 * Reduces a row to the part an Analyst gets (lifecycle.md, "Who is who"): numbers, times, ids and choices. Names stay
 * hidden, and free text is removed. Texts pass by an allow-list of field names, so a new field is closed until it is
 * named here.
 */
import { type SectionName, sectionNames, sectionSchemas } from '#events/case/sections.ts';
import { type Position, positions, type Viewer } from '#events/person/position.ts';
import { parseContact } from '#events/tooth/fdi.ts';
import { maskName, type PresentCtx } from './present.ts';

/** Whether the position always has names hidden. */
export const hasNamesHidden = ({ position }: Pick<Viewer, 'position'>): boolean => position === 'Analyst';

/** Fields whose texts are ids, choices, times or hashes. */
const openFields: ReadonlySet<string> = new Set(
  [
    'caseId id parentId childId ownerId assigneeId askedBy orgId servedBy position positions revision etag bundle sha256',
    'status statusWord type kind slot slots mime arch method productType reviewStatus result how list what',
    'reason reasons refineReasons',
    'topic conversation axis verdict contact between missing actions action field section',
    'at asOf since createdAt submittedAt updatedAt appliedAt producedAt deliveredAt receivedAt until from start on date',
    'trackingNumber zone checked acknowledged wire material diameter',
  ].flatMap(line => line.split(' ')),
);
/** Fields that pass whole: they come from the impersonal part of events, or contain only choices. */
const openWhole: ReadonlySet<string> = new Set([
  'facts',
  'may',
  'pages',
  'remaining',
  'stages',
  'sent',
  'limits',
]);
/** Fields that may be null in an empty row. */
const nullable: ReadonlySet<string> = new Set(
  'birthDate clinic doctor outsideCaseNumber note instructions refineReason'.split(' '),
);

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Colleagues' names are not personal data of patients, so they pass. */
const isPerson = (value: Fields): boolean =>
  typeof value.id === 'string' && positions.includes(value.position as Position);

function closedText(field: string, text: string): string | null {
  if (field === 'patientName') return maskName(text);
  if (openFields.has(field)) return text;
  return nullable.has(field) ? null : '';
}

function closedValue(field: string, value: unknown): unknown {
  if (typeof value === 'string') return closedText(field, value);
  if (Array.isArray(value)) return value.map(item => closedValue(field, item));
  if (!isFields(value) || openWhole.has(field) || isPerson(value)) return value;
  if (field === 'sections') return choicesOnly(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closedValue(key, inner)]));
}

/** Keeps the wizard's answers that are choices, counts or measures, as their schemas say. */
function choicesOnly(shown: Fields): Fields {
  const closed = sectionNames
    .filter(name => shown[name] !== undefined)
    .map((name): [SectionName, unknown] => [name, chosen(sectionSchemas[name], shown[name])]);
  return Object.fromEntries(closed);
}

type Def = {
  type: string;
  innerType?: Schema;
  element?: Schema;
  shape?: Record<string, Schema>;
  options?: Schema[];
};
type Schema = { _zod: { def: unknown } };
/** The boundary: zod describes a schema in `_zod.def`. */
const defOf = (schema: Schema) => schema._zod.def as Def;

const plain: ReadonlySet<string> = new Set(['enum', 'literal', 'number', 'int', 'boolean', 'null']);

/** Returns undefined if the schema takes free text, or is of a form that may contain free text. */
function chosen(schema: Schema, value: unknown): unknown {
  const def = defOf(schema);
  if (value === undefined || plain.has(def.type)) return value;
  if (def.options?.every(option => plain.has(defOf(option).type))) return value;
  // A contact of two teeth such as `11-21` is a plain string to its schema.
  if (typeof value === 'string' && def.type === 'string') return parseContact(value) ? value : undefined;
  if (def.innerType) return value === null ? null : chosen(def.innerType, value);
  if (def.element && Array.isArray(value)) {
    const { element } = def;
    return value.map(item => chosen(element, item)).filter(item => item !== undefined);
  }
  if (!def.shape || !isFields(value)) return undefined;
  const fields = Object.entries(def.shape).map(([key, inner]) => [key, chosen(inner, value[key])] as const);
  return Object.fromEntries(fields.filter(([, inner]) => inner !== undefined));
}

/** Returns the item unchanged, except for an Analyst. */
export const hideTextsFromAnalyst = <T>(ctx: Pick<PresentCtx, 'viewer'>, item: T): T =>
  // Trap: a closed text becomes '', or null if its field is nullable, so the type T still holds.
  hasNamesHidden(ctx.viewer) ? (closedValue('', item) as T) : item;
