/** /workbench?at=: counters, waiting cases and newest events as of a moment. */
import { useQuery } from '@tanstack/react-query';
import { PastMomentBar } from '#web/features/past/PastMomentBar.tsx';
import { PastRowsPlaceholder } from '#web/features/past/PastRowsPlaceholder.tsx';
import { hrefAtMoment, PastMomentProvider, usePastMoment } from '#web/features/past/past-moment-context.ts';
import { pastWorkbenchQuery } from '#web/features/past/past-queries.ts';
import { WorkbenchView } from '#web/features/workbench/Workbench.tsx';
import { RoutedLink, useAppNavigate } from '#web/lib/navigate.tsx';
import { type AnchorProps, LinkProvider } from '#web/ui/link.tsx';

const nothing: ReadonlySet<string> = new Set();

/** Every link of the workbench leads to the same moment. */
function LinkToMoment(props: AnchorProps) {
  return <RoutedLink {...props} href={hrefAtMoment(props.href, usePastMoment())} />;
}

export function PastWorkbench({ at }: { at: string }) {
  const go = useAppNavigate();
  const { data, error, refetch } = useQuery(pastWorkbenchQuery(at));
  const bar = (
    <PastMomentBar
      at={at}
      answer={data}
      error={error}
      here="/workbench"
      go={to => go(hrefAtMoment('/workbench', to ?? undefined))}
    />
  );
  if (!data?.asOf)
    return (
      <div className="page">
        {bar}
        <PastRowsPlaceholder failed={error !== null} again={() => void refetch()} />
      </div>
    );
  return (
    <PastMomentProvider value={at}>
      <LinkProvider component={LinkToMoment} navigate={go}>
        <WorkbenchView data={data} now={Date.parse(data.asOf.at)} setUp={bar} changed={nothing} />
      </LinkProvider>
    </PastMomentProvider>
  );
}
