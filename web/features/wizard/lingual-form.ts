import { lazyRouteComponent } from '@tanstack/react-router';
// The server writes the styles of what a route imports, not of what it fetches later.
import '#web/features/lingual/lingual.module.css';

/** The lingual form, fetched for lingual cases alone. */
export const LingualForm = lazyRouteComponent(() => import('./LingualForm.tsx'), 'LingualForm');
