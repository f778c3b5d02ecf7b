/**
 * What a patient's copy contains of each case: the case as its owner sees it, without ids of people and contacts of
 * staff.
 */
import type { CaseView } from '#projections/case/view.ts';

type Data = Record<string, unknown>;

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null;
/** A person's reference: id, name and position. */
const isPerson = (value: Data) => 'name' in value && 'position' in value && 'id' in value;

/** Replaces people by name and position, because ids are the installation's. */
function withoutPersonIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonIds);
  return isObject(value) ? fieldsWithoutPersonIds(value) : value;
}

function fieldsWithoutPersonIds(value: Data): Data {
  if (isPerson(value)) return { name: value.name, position: value.position };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutPersonIds(one)]));
}

/** True for a field that is copied as it is shown. A new field of the case does not compile without its line here. */
const isCopied: Readonly<Record<keyof CaseView, boolean>> = {
  caseId: true,
  createdBy: true,
  files: true,
  models: true,
  plans: true,
  targets: true,
  comments: true,
  requests: true,
  shipments: true,
  trays: true,
  wear: true,
  checks: true,
  missed: true,
  records: true,
  visits: true,
  remarks: true,
  otherFiles: true,
  request: true,
  denial: true,
  refineReason: true,
  refineReasons: true,
  completion: true,
  // Copied in part.
  header: false,
  sections: false,
  retainers: false,
  // Page states, rights, and numbers that derive from the copied fields.
  facts: false,
  revision: false,
  etag: false,
  asOf: false,
  saved: false,
  approved: false,
  batches: false,
  batch: false,
  remaining: false,
  missing: false,
  pages: false,
  may: false,
  erased: false,
  wearLimits: false,
  zone: false,
};
const copied = new Set(Object.entries(isCopied).flatMap(([name, whole]) => (whole ? [name] : [])));

/** A case as data. Rights, page states and the clinic's address are left out. */
export function patientCopyOfCase(view: CaseView): Data {
  const { sections, retainers, header } = view;
  const { deliveryAddress: _clinic, ...data } = sections.data ?? {};
  return fieldsWithoutPersonIds({
    status: header.status,
    parentId: header.parentId,
    childId: header.childId,
    doctor: header.owner,
    submittedAt: header.submittedAt,
    updatedAt: header.updatedAt,
    sections: { ...sections, data },
    retainers: retainers.map(({ address: _address, ...order }) => order),
    ...Object.fromEntries(Object.entries(view).filter(([name]) => copied.has(name))),
  });
}
