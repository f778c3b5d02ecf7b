/**
 * Versions of the terms of use and the privacy notice. A changed text gets a new version, which is the day it holds
 * from.
 */
export const termsOfUseVersion = '2026-11-01';
export const privacyNoticeVersion = '2026-11-01';
