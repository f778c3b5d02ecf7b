/** Cause of each error code: for /api/docs, and for the check that each has a test. */
import type { ErrorName } from '#events/errors.ts';

/** `test`: file that provokes the code. Null if only calls of a later version cause it. */
export type ErrorTrigger = { when: string; test: string } | null;

const at = (test: string, when: string): ErrorTrigger => ({ when, test });
const cases = 'services/api/cases.test.ts';
const door = 'services/api/api-answers.test.ts';
const people = 'services/api/people.test.ts';
const assistants = 'services/api/assistants.test.ts';
const sessions = 'services/people/sessions.test.ts';
const perform = 'services/command/case-commands.test.ts';
const reading = 'services/api/reads.test.ts';
const uploads = 'services/files/uploads.test.ts';
const parts = 'services/start/file-parts.test.ts';
const mail = 'services/api/mail.test.ts';
const content = 'services/files/checks/content.test.ts';
const translations = 'services/api/translations.test.ts';
const shares = 'services/api/shares.test.ts';
const dataRequests = 'services/api/data-requests.test.ts';
const factors = 'services/api/second-factors.test.ts';
const passkeys = 'services/api/passkeys.test.ts';
const files = 'services/files/files.test.ts';
const asking = 'services/analysis/ask.test.ts';

export const errorTriggers: Record<ErrorName, ErrorTrigger> = {
  ok: at(sessions, 'Success.'),
  caseIdMissing: at(cases, 'A case id that is empty or blank.'),
  fileStoreDown: at(parts, 'The folder or bucket of the files cannot be reached.'),
  userUnknown: at(people, 'The back office changes or freezes a person who is not there.'),
  alreadySignedIn: at(sessions, 'Signing in while a live session is sent along in Authorization.'),
  loginExpired: at(sessions, 'No session, one that is malformed, or one that was idle for 15 minutes.'),
  positionUnknown: at(people, 'The back office names a position that does not exist.'),
  userExists: at(people, 'An account under a login or e-mail that somebody has.'),
  noClinicalInfo: at(cases, 'Submitting, or printing the order form, without a diagnosis.'),
  sessionEnded: at(
    sessions,
    'A session that was signed out, or whose account was frozen or given a new password.',
  ),
  notPermitted: at(cases, 'A call or an action that is never this position’s.'),
  caseUnknown: at(cases, 'A case that is not there, or not this person’s to see.'),
  photoUpload: at(content, 'A photo whose bytes are broken, or of too many pixels.'),
  photoServer: at(files, 'A photo whose bytes cannot be read from the store.'),
  uploadFailed: at(
    uploads,
    'A piece of an upload that broke off on its way: what has come stays, resume it.',
  ),
  wrongFormat: at(content, 'A file that is not what its kind asks for.'),
  downloadFailed: at(files, 'A file whose bytes cannot be read, or an order form that cannot be printed.'),
  remarksFailed: null,
  signOutFailed: at(sessions, 'Signing out with a token in the body that is not the path’s.'),
  permissionError: at(reading, 'A section of a visible case that is closed to this position.'),
  exportData: at('services/api/export.test.ts', 'Exporting more rows than a workbook is made of.'),
  accountRepeated: at(assistants, 'Checking a login that somebody has.'),
  actionClosed: at(
    cases,
    'An action at a status that does not allow it, or one that somebody else was faster at.',
  ),
  qrExpired: null,
  phoneTaken: at(people, 'An account with a phone that somebody has.'),
  wrongCode: at(mail, 'A code that is wrong, older than ten minutes, used, or tried five times.'),
  wrongPassword: at(sessions, 'Signing in with a name or a password that is wrong.'),
  userFrozen: at(sessions, 'Signing in after five wrong passwords, or to an account that an Admin froze.'),
  badInput: at(door, 'A field that is missing, wrong or unknown; data.issues names each.'),
  notFound: at(door, 'A path or a thing that is not there.'),
  wrongVersion: at(door, 'Another X-Api-Version than 1.'),
  tooLarge: at(
    door,
    'A body of more than 1 MiB (8 KiB where nobody is signed in), a file beyond its kind’s limit.',
  ),
  wrongMediaType: at(door, 'A body that is neither JSON nor a form.'),
  badContent: at(content, 'A file whose content contradicts itself.'),
  keyReused: at(perform, 'An Idempotency-Key sent again with another body.'),
  tooMany: at(
    sessions,
    'Too many tries to sign in from one address, changes of one account, or of one person’s uploads at once.',
  ),
  notCaughtUp: at(
    door,
    'A read at a position that the read models, or the tables of analysts, did not reach in two seconds.',
  ),
  positionForeign: at(door, 'An X-Position beyond the log’s head, or of another log.'),
  staleSection: at(cases, 'Saving a section with an If-Match from before somebody else saved it.'),
  caseIncomplete: at(cases, 'Submitting a case that lacks something; data.issues names each.'),
  caseContradictory: at(
    cases,
    'Submitting a case with answers that contradict each other; data.issues names each by its rule.',
  ),
  staleCase: at(
    cases,
    'Submitting a case that somebody changed after the revision that is sent; data.issues names the sections.',
  ),
  shareOver: at(shares, 'A link that has expired, was taken back, or has nothing behind it any more.'),
  mailDown: at(mail, 'A code that could not be sent, as the mail server does not take it.'),
  staleArticle: at(
    'services/api/articles.test.ts',
    'Saving an article that somebody saved after the edition that is sent; data says who, and when.',
  ),
  translateDown: at(translations, 'A message that the translation’s driver fails at.'),
  logDown: at(
    'services/eventstore/esdb/outage.cluster.test.ts',
    'A change while the event log’s servers cannot be reached.',
  ),
  diskFull: at(
    'services/eventstore/disk-full.test.ts',
    'A change while the disk of the data folder is full.',
  ),
  noDelivery: at(
    'services/api/trays.test.ts',
    'Sending a parcel of a case that has no complete delivery address.',
  ),
  dataRequestOpen: at(
    dataRequests,
    'Asking for a patient’s erasure or copy while the same request waits or is carried out.',
  ),
  dataRequestClosed: at(
    dataRequests,
    'Confirming a request that was withdrawn, confirmed or is older than seven days.',
  ),
  patientUnderway: at(
    dataRequests,
    'Asking for, or confirming, the erasure of a patient with a case in production or a parcel on its way; data has the cases.',
  ),
  secondFactorNeeded: at(
    factors,
    'A right password of an account with an authenticator app: the answer has a ticket.',
  ),
  secondStepOver: at(
    factors,
    'A second step whose ticket is older than five minutes, used, or of an old password.',
  ),
  passkeyUnknown: at(
    passkeys,
    'A passkey that is removed, of another site, or an answer that was used before.',
  ),
  passkeyPaused: at(
    passkeys,
    'Signing in by a passkey alone after the password was reset, until the person confirms the passkey.',
  ),
  keyInvalid: at(
    'services/api/notebook-keys.test.ts',
    'A key for notebooks that is wrong, revoked or over, or that does not open this address.',
  ),
  analysisAbsent: at(
    'services/analysis/query.test.ts',
    'A question about the history where the database engine of the analysis is not installed.',
  ),
  questionTooLong: at(
    'services/api/analysis-ask.test.ts',
    'A question in SQL that takes longer than ten seconds.',
  ),
  questionTooLarge: at(asking, 'A question in SQL that needs more memory than a question has.'),
  whatIfOpen: at(
    'services/api/what-if.test.ts',
    'A comparison with another version while one of the same organisation is not over.',
  ),
  secondFactorMissing: at(
    'services/api/second-factor-demand.test.ts',
    'Any call but those that set up a second factor, by somebody who must have one and has none.',
  ),
  trialOver: at(sessions, 'Signing in to a trial account after its 30 days.'),
  busy: at(
    perform,
    'Three lost races in a row, or too many order forms that wait to be printed or uploads at once.',
  ),
  internal: at(door, 'What nobody foresaw; the log has it under the answer’s X-Request-Id.'),
  staleQuestion: at(
    'services/api/questions.test.ts',
    'Saving a question with an If-Match from before it was saved elsewhere; data says when.',
  ),
  questionStopped: at(
    'services/api/analysis-ask.test.ts',
    'A question whose asker has ended it by its id while it ran.',
  ),
  uploadElsewhere: at(
    'services/files/uploads-across-nodes.cluster.test.ts',
    'A piece of an upload that another node is at; after fifteen seconds at most it goes on here.',
  ),
  bodyTimeout: at('services/api/slow-body.test.ts', 'A body without a session that takes over ten seconds.'),
  uploadOffset: at(uploads, 'A piece of an upload that does not go on where the last one ended.'),
};
