/** Catalogue of refusals: error code and HTTP status. Texts are in the dictionaries (`error:<code>`). */

export const errors = {
  ok: { code: 0, http: 200 },
  // Codes of product-spec.md 8.
  caseIdMissing: { code: 101008, http: 400 },
  fileStoreDown: { code: 101009, http: 503 },
  userUnknown: { code: 101010, http: 404 },
  alreadySignedIn: { code: 101013, http: 409 },
  loginExpired: { code: 101014, http: 401 },
  positionUnknown: { code: 101015, http: 400 },
  userExists: { code: 102025, http: 409 },
  noClinicalInfo: { code: 102026, http: 409 },
  sessionEnded: { code: 102028, http: 401 },
  notPermitted: { code: 102029, http: 403 },
  // Errors that product-spec.md lists without a number. The codes are our own; never reuse one.
  caseUnknown: { code: 103001, http: 404 },
  photoUpload: { code: 103002, http: 422 },
  photoServer: { code: 103003, http: 503 },
  uploadFailed: { code: 103004, http: 409 },
  wrongFormat: { code: 103005, http: 415 },
  downloadFailed: { code: 103006, http: 503 },
  remarksFailed: { code: 103007, http: 409 },
  signOutFailed: { code: 103008, http: 400 },
  permissionError: { code: 103009, http: 403 },
  exportData: { code: 103010, http: 400 },
  accountRepeated: { code: 103011, http: 409 },
  actionClosed: { code: 103012, http: 409 },
  qrExpired: { code: 103013, http: 410 },
  phoneTaken: { code: 103014, http: 409 },
  wrongCode: { code: 103015, http: 400 },
  wrongPassword: { code: 103016, http: 401 },
  userFrozen: { code: 103017, http: 403 },
  // Errors that product-spec.md does not list.
  badInput: { code: 104000, http: 400 },
  notFound: { code: 104001, http: 404 },
  wrongVersion: { code: 104002, http: 400 },
  tooLarge: { code: 104003, http: 413 },
  wrongMediaType: { code: 104004, http: 415 },
  badContent: { code: 104005, http: 422 },
  keyReused: { code: 104006, http: 422 },
  tooMany: { code: 104007, http: 429 },
  notCaughtUp: { code: 104008, http: 503 },
  positionForeign: { code: 104009, http: 400 },
  staleSection: { code: 104010, http: 409 },
  caseIncomplete: { code: 104011, http: 400 },
  trialOver: { code: 104012, http: 403 },
  busy: { code: 104013, http: 503 },
  internal: { code: 104014, http: 500 },
  uploadOffset: { code: 104015, http: 409 },
  caseContradictory: { code: 104016, http: 400 },
  staleCase: { code: 104017, http: 409 },
  uploadElsewhere: { code: 104018, http: 423 },
  bodyTimeout: { code: 104019, http: 408 },
  shareOver: { code: 104030, http: 410 },
  mailDown: { code: 104040, http: 503 },
  staleArticle: { code: 104050, http: 409 },
  translateDown: { code: 104060, http: 503 },
  logDown: { code: 104070, http: 503 },
  diskFull: { code: 104080, http: 503 },
  noDelivery: { code: 104090, http: 409 },
  dataRequestOpen: { code: 104091, http: 409 },
  dataRequestClosed: { code: 104092, http: 409 },
  patientUnderway: { code: 104093, http: 409 },
  secondFactorNeeded: { code: 104100, http: 401 },
  secondStepOver: { code: 104101, http: 401 },
  passkeyUnknown: { code: 104102, http: 401 },
  secondFactorMissing: { code: 104103, http: 401 },
  passkeyPaused: { code: 104104, http: 401 },
  analysisAbsent: { code: 104110, http: 503 },
  questionTooLong: { code: 104111, http: 422 },
  questionTooLarge: { code: 104112, http: 422 },
  staleQuestion: { code: 104113, http: 409 },
  questionStopped: { code: 104114, http: 409 },
  keyInvalid: { code: 104120, http: 401 },
  whatIfOpen: { code: 104130, http: 409 },
} as const satisfies Record<string, { code: number; http: number }>;

export type ErrorName = keyof typeof errors;

/** An invalid field: its path in the body, and a dictionary word (`issue:<word>`) with the word's values. */
export type Issue = { path: string; issue: string; values?: Record<string, string | number> };

/** A refused request, by its name in the catalogue. Trap: use `isRefusal`, not `instanceof`, because two bundles have two classes. */
export class Refusal extends Error {
  readonly refusal: ErrorName;
  readonly code: number;
  readonly http: number;
  readonly data: { issues?: Issue[]; [key: string]: unknown } | null;
  constructor(refusal: ErrorName, data: Refusal['data'] = null) {
    super(refusal);
    this.name = 'Refusal';
    this.refusal = refusal;
    this.code = errors[refusal].code;
    this.http = errors[refusal].http;
    this.data = data;
  }
}

/** Type guard for caught refusals, also of another bundle. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && 'refusal' in error && typeof error.refusal === 'string';
}

/** Builds the refusal of one invalid field. */
export function badField(path: string, issue: string, values?: Issue['values']): Refusal {
  return new Refusal('badInput', { issues: [values ? { path, issue, values } : { path, issue }] });
}
