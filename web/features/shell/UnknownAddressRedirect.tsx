import { useEffect } from 'react';
import { loginPath } from '#web/lib/return-path.ts';

/** Redirects an unknown address to the login page (product-spec.md 2), as the server does. */
export function UnknownAddressRedirect() {
  useEffect(() => location.replace(loginPath(null)), []);
  return null;
}
