/** The component of each screen of the analysis, each in its own chunk. */
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { AnalysisScreen } from '#events/analysis/screens.ts';

/** The search values of the address as text, which each screen parses, and navigation to another address. */
export type AnalysisScreenProps = {
  search: Readonly<Record<string, string>>;
  go: (href: string, replace?: boolean) => void;
};

type Lazy = ComponentType<AnalysisScreenProps> & { preload?: (() => Promise<void> | undefined) | undefined };

export const screenComponents: Readonly<Record<AnalysisScreen, Lazy>> = {
  replay: lazyRouteComponent(() => import('./replay/ReplayScreen.tsx'), 'ReplayScreen'),
  map: lazyRouteComponent(() => import('./map/MapScreen.tsx'), 'MapScreen'),
  times: lazyRouteComponent(() => import('./times/TimesScreen.tsx'), 'TimesScreen'),
  cohorts: lazyRouteComponent(() => import('./cohorts/CohortsScreen.tsx'), 'CohortsScreen'),
  workload: lazyRouteComponent(() => import('./workload/WorkloadScreen.tsx'), 'WorkloadScreen'),
  rework: lazyRouteComponent(() => import('./rework/ReworkScreen.tsx'), 'ReworkScreen'),
  forecasts: lazyRouteComponent(() => import('./forecasts/ForecastsScreen.tsx'), 'ForecastsScreen'),
  ask: lazyRouteComponent(() => import('./ask/AskScreen.tsx'), 'AskScreen'),
  data: lazyRouteComponent(() => import('./data/DataScreen.tsx'), 'DataScreen'),
  log: lazyRouteComponent(() => import('./log/LogScreen.tsx'), 'LogScreen'),
  whatif: lazyRouteComponent(() => import('./whatif/WhatIfScreen.tsx'), 'WhatIfScreen'),
};
