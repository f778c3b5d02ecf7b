/** Loads the chat's code on first use. */
export const loadDock = () => import('./DockPanel.tsx');
