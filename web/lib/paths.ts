/** Every page of product-spec.md 2: the server knows by it what is a page, and who may open it. */

export const home = '/workbench';

/** Opened by a session only. */
export const protectedPaths = [
  '/arrangementCheck',
  '/userList',
  '/updateUser',
  '/userMessage',
  '/patientFilterList',
  '/workbench',
  '/caseList',
  '/retainerList',
  '/support',
  '/eSetThreeDView',
  '/caseDetail',
  '/addCase',
  '/addCase/pcEnter',
  '/addCase/patientInfoNew',
  '/addCase/deagonsticMesNew',
  '/addCase/transparentToothNew',
  '/addCase/transparentMarkerNew',
  '/addCase/dataUploadNew',
  '/setListNew',
  '/setTransparentToothNew',
  '/schemeReportInfoWidget',
  '/schemeApproveWidget',
  '/createRetainerWidget',
  '/completeCaseWidget',
  '/pay',
] as const;

export type ProtectedPath = (typeof protectedPaths)[number];

const known: ReadonlySet<string> = new Set(protectedPaths);
export const isProtected = (path: string): path is ProtectedPath => known.has(path);
