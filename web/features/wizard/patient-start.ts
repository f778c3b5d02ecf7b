/** Initial values of a new case's patient page. Pure. */

type KnownAddress = { clinic: string; default: boolean };

/** The clinic of the default address, or of the only address. */
export const defaultClinic = (list: readonly KnownAddress[]): string | undefined =>
  (list.find(one => one.default) ?? (list.length === 1 ? list[0] : undefined))?.clinic;

/** Doctor and clinic, if known and not masked; undefined if both are missing. */
export function initialPatient(
  doctor: string | undefined,
  clinic: string | undefined,
): { doctor?: string; clinic?: string } | undefined {
  const isKnown = (text: string | undefined): text is string => Boolean(text) && !text?.includes('*');
  const known = { ...(isKnown(doctor) && { doctor }), ...(isKnown(clinic) && { clinic }) };
  return Object.keys(known).length > 0 ? known : undefined;
}
