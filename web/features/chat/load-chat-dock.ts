/** Loads the chat's code on first use. */
export const loadChatDock = () => import('./ChatDockPanel.tsx');
