import { lazyRouteComponent } from '@tanstack/react-router';
// Imports the styles here: the server renders only the styles of a route's static imports.
import '#web/features/lingual/lingual.module.css';

/** The lingual form, loaded only for lingual cases. */
export const LazyLingualForm = lazyRouteComponent(() => import('./LingualForm.tsx'), 'LingualForm');
