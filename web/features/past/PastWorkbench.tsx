/** /workbench?at=: counters, waiting cases and newest events as of a moment. */
import { useQuery } from '@tanstack/react-query';
import { WorkbenchView } from '#web/features/workbench/Workbench.tsx';
import { hrefAt, MomentProvider } from '#web/lib/moment.ts';
import { useAppNavigate } from '#web/lib/navigate.tsx';
import { PastBar } from './PastBar.tsx';
import { PastUnread } from './PastNotice.tsx';
import { pastWorkbench } from './past-queries.ts';

const nothing: ReadonlySet<string> = new Set();

export function PastWorkbench({ at }: { at: string }) {
  const go = useAppNavigate();
  const { data, error, refetch } = useQuery(pastWorkbench(at));
  const bar = (
    <PastBar
      at={at}
      answer={data}
      error={error}
      here="/workbench"
      go={to => go(hrefAt('/workbench', to ?? undefined))}
    />
  );
  if (!data?.asOf)
    return (
      <div className="page">
        {bar}
        <PastUnread failed={error !== null} again={() => void refetch()} />
      </div>
    );
  return (
    <MomentProvider value={at}>
      <WorkbenchView data={data} now={Date.parse(data.asOf.at)} setUp={bar} changed={nothing} />
    </MomentProvider>
  );
}
