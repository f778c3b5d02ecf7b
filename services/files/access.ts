/** Access to a file, derived from the access to its case. */
import type { CaseState } from '#events/case/case.ts';
import type { FileKind } from '#events/case/options.ts';
import { type CasePage, casePageRules } from '#events/case/pages.ts';
import { seesCase } from '#events/case/permissions.ts';
import { Refusal } from '#events/errors.ts';
import type { Position, Viewer } from '#events/person/position.ts';
import { approvedPlan } from '#events/plan/plan.ts';
import { hasNamesHidden } from '#projections/analyst-filter.ts';
import type { EventReader } from '#services/eventstore/port.ts';
import type { Vault } from '#services/vault/port.ts';
import { isFileInHistory } from './files-in-events.ts';
import { createUploadRecords, type FinishedUpload, isFinishedUpload } from './upload-record.ts';

export type AccessDeps = {
  vault: Vault;
  store: Pick<EventReader, 'read'>;
  caseOf: (caseId: string) => Promise<CaseState | undefined>;
  /** Returns true if a file was sent in a conversation of this person. */
  heard: (viewer: Viewer, id: string) => Promise<boolean>;
  /** Returns true if a file is the picture of a colleague of this person. */
  isPortrait: (viewer: Viewer, upload: { id: string; by: string }) => boolean;
  /**
   * Returns true if a file is the logo of this person's organisation, or of an organisation that serves it or that it
   * serves.
   */
  isLogo: (viewer: Viewer, id: string) => boolean;
};

/** The section of the case's page that shows a kind of file. A person needs that section's right. */
const pageOfKind: Record<FileKind, CasePage> = {
  photo: 'images',
  radiograph: 'images',
  stl: 'stlDownload',
  archive: 'otherFiles',
  other: 'otherFiles',
  plan: 'plan',
  avatar: 'images',
  logo: 'images',
  chat: 'otherFiles',
  // Article files belong to no case; people read them through their article.
  article: 'images',
  download: 'otherFiles',
};

/** The section that shows a file of the case; undefined if the case does not hold it now. */
function pageOfFile(state: CaseState, id: string): CasePage | undefined {
  if ([...state.plans, ...state.targets].some(p => p.files.some(f => f.id === id))) return 'plan';
  const { files, completion, records, otherFiles } = state;
  if (records.some(record => record.files.some(f => f.id === id))) return 'processControl';
  if (otherFiles.some(f => f.id === id)) return 'otherFiles';
  const held = [...files, ...(completion?.photos ?? []), ...(completion?.xrays ?? [])].find(f => f.id === id);
  return held && pageOfKind[held.kind];
}

/** Returns false if the manufacturer asks for a file that is not in the approved plan. */
const isProduced = (viewer: Viewer, state: CaseState, id: string): boolean =>
  viewer.position !== 'VendorAdmin' || approvedPlan(state)?.files.some(f => f.id === id) === true;

/** The manufacturer may read the scan that a retainer order names. */
const isRetainedOn = (viewer: Viewer, state: CaseState, id: string): boolean =>
  !hasNamesHidden(viewer) &&
  open('retainer', viewer.position) &&
  state.retainers.some(({ upper, lower }) => upper?.fileId === id || lower?.fileId === id);

const open = (page: CasePage, position: Position) =>
  (casePageRules[page].positions as readonly Position[]).includes(position);

/**
 * Finds a finished file for a person. An unattached upload is visible to its uploader only.
 * @returns a function that throws Refusal notFound both for missing and for hidden files, notPermitted if the
 * person sees the case but not its section
 */
export function createFileAccess(deps: AccessDeps) {
  const records = createUploadRecords(deps.vault);
  const pageFor = async (state: CaseState, r: FinishedUpload): Promise<CasePage | undefined> => {
    const page = pageOfFile(state, r.id);
    if (page) return page;
    // The file was replaced or removed since, but the history still shows it.
    return r.kept || (await isFileInHistory(deps.store, state.caseId, r.id)) ? pageOfKind[r.kind] : undefined;
  };
  return async (viewer: Viewer, id: string): Promise<FinishedUpload> => {
    const r = (await records.get(id))?.record;
    if (!r || !isFinishedUpload(r)) throw new Refusal('notFound');
    const state = r.caseId === null ? undefined : await deps.caseOf(r.caseId);
    if (r.caseId !== null && !(state && seesCase(viewer, state))) throw new Refusal('notFound');
    const page = state && (await pageFor(state, r));
    // A file sent in a conversation is visible there only, and nowhere once deleted or erased.
    const isSaid = r.kind === 'chat' && r.kept;
    const mine = (r.by === viewer.id && !isSaid) || (r.kind === 'chat' && (await deps.heard(viewer, id)));
    const portrait = r.kind === 'avatar' && deps.isPortrait(viewer, r);
    const logo = r.kind === 'logo' && deps.isLogo(viewer, id);
    if (!page && !mine && !portrait && !logo) throw new Refusal('notFound');
    const ordered = state !== undefined && isRetainedOn(viewer, state, id);
    if (page && !ordered && !open(page, viewer.position)) throw new Refusal('notPermitted');
    if (page === 'plan' && state && !isProduced(viewer, state, id)) throw new Refusal('notFound');
    // The upload record keeps the first slot; the case knows the slot that the file was moved to.
    return { ...r, slot: state?.files.find(f => f.id === id)?.slot ?? r.slot };
  };
}
