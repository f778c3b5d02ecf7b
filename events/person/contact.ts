/** Phone numbers and e-mail addresses of people, in one spelling for comparison. */

const mainlandMobile = /^1\d{10}$/;
const mainlandPrefix = /^(?:\+|00)86(?=1\d{10}$)/;

export const isEmail = (address: string): boolean => address.includes('@');

/**
 * The spelling under which an address is compared and counted: phones without separators and without China's prefix,
 * e-mails in lower case.
 */
export const normaliseContact = (address: string): string =>
  isEmail(address)
    ? address.trim().toLowerCase()
    : address.replaceAll(/[\s()-]/g, '').replace(mainlandPrefix, '');

/** The number in international form, +8613800001111. Undefined if its country is unknown, or it has an extension. */
export function internationalNumber(phone: string): string | undefined {
  const digits = normaliseContact(phone);
  if (mainlandMobile.test(digits)) return `+86${digits}`;
  return /^\+\d{7,15}$/.test(digits) ? digits : undefined;
}
