import { useEffect } from 'react';
import { loginPath } from '#web/lib/return-path.ts';

/** An address that no page has goes to the login page (product-spec.md 2), as on the server. */
export function Unknown() {
  useEffect(() => location.replace(loginPath(null)), []);
  return null;
}
