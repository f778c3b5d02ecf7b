/**
 * Stream names and ids of patients' data requests. Separate from their events, so that pages do not load their schemas.
 */
export const dataRequestStreamPrefix = 'dataRequest-';
/** Returns the stream of a patient's data requests. @param patient id of the patient's first case */
export const dataRequestStreamOf = (patient: string) => `${dataRequestStreamPrefix}${patient}`;
export const patientIdOfRequest = ({ stream }: { stream: string }) =>
  stream.slice(dataRequestStreamPrefix.length);

/** `<patient>-<number>` */
export const dataRequestId = (patient: string, request: number) => `${patient}-${request}`;

/** Patient and number of a request's id; undefined for other texts. */
export function parseDataRequestId(id: string): { patient: string; request: number } | undefined {
  const [, patient, request] = /^([A-Z0-9]{1,16})-([1-9]\d{0,5})$/.exec(id) ?? [];
  return patient && request ? { patient, request: Number(request) } : undefined;
}
