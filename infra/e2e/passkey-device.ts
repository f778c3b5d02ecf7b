/** A device that keeps passkeys, simulated by the browser. */
import type { Page } from '@playwright/test';

/** Connects a device that confirms its user at once. Trap: the page must have a host name, never an IP address. */
export async function connectPasskeyDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
}
