import type { AnalysisScreenProps } from '../screen-components.ts';

/** /analysis/replay: the organisation as of any second. */
export function ReplayScreen(_props: AnalysisScreenProps) {
  return null;
}
