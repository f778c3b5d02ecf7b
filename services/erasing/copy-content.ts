/** What a patient's copy says of each case: as its owner sees it, without ids of people and without staff's contacts. */
import type { CaseView } from '#projections/case/view.ts';

type Data = Record<string, unknown>;

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null;
/** A person's reference: id, name and position. */
const isPerson = (value: Data) => 'name' in value && 'position' in value && 'id' in value;

/** Replaces people by name and position, because ids are the installation's. */
function withoutPersonIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonIds);
  if (!isObject(value)) return value;
  if (isPerson(value)) return { name: value.name, position: value.position };
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutPersonIds(one)]));
}

/** A case as data. Rights, page states and the clinic's address are left out. */
export function caseData(view: CaseView): unknown {
  const { sections, retainers, header } = view;
  const { deliveryAddress: _clinic, ...data } = sections.data ?? {};
  return withoutPersonIds({
    caseId: view.caseId,
    status: header.status,
    parentId: header.parentId,
    childId: header.childId,
    doctor: header.owner,
    createdBy: view.createdBy,
    submittedAt: header.submittedAt,
    updatedAt: header.updatedAt,
    sections: { ...sections, data },
    files: view.files,
    models: view.models,
    plans: view.plans,
    targets: view.targets,
    comments: view.comments,
    requests: view.requests,
    shipments: view.shipments,
    trays: view.trays,
    retainers: retainers.map(({ address: _address, ...order }) => order),
    wear: view.wear,
    checks: view.checks,
    missed: view.missed,
    records: view.records,
    visits: view.visits,
    remarks: view.remarks,
    otherFiles: view.otherFiles,
    request: view.request,
    denial: view.denial,
    refineReason: view.refineReason,
    completion: view.completion,
  });
}
