/** The chat's own part of the app, fetched when it is wanted. */
export const loadDock = () => import('./DockPanel.tsx');
