import { Outlet } from '@tanstack/react-router';
/** The frame around every page that a session opens. */
export function Shell() {
  return (
    <main id="main">
      <Outlet />
    </main>
  );
}
