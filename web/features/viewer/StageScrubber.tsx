/** Slider over the stages of a plan, drawn as arch lines with marks for IPR and attachments. */
import { useAtomValue } from 'jotai/react';
import { type PointerEvent, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lastStage, type PlanBundle, stageCountOf } from '#events/plan/bundle.ts';
import { player } from './player.ts';
import styles from './scrubber.module.css';
import { type ArchTrack, pointOfStage, scrubberHeight, scrubberLayout, stageAtPosition } from './scrubber.ts';
import { IsTargetContext, useStageNameFormatter } from './useStageNameFormatter.ts';
import { shownStageAtom } from './viewer-state.ts';

function Line({ track }: { track: ArchTrack }) {
  const { t } = useTranslation('viewer');
  return (
    <g>
      {track.ticks[0] && (
        <text className={styles.arch} x={4} y={track.ticks[0].at.y + 4}>
          {t(`archRow.${track.arch}`)}
        </text>
      )}
      <path className={styles.line} d={track.path} />
      {track.rest && <path className={styles.rest} d={track.rest} />}
      {track.ticks.map(({ stage, at }) => (
        <circle key={stage} className={styles.tick} cx={at.x} cy={at.y} r={1.4} />
      ))}
      {track.ticks.map(
        ({ stage, label }) =>
          label && (
            <text key={stage} className={styles.number} x={label.x} y={label.y + 4}>
              {stage}
            </text>
          ),
      )}
      {track.marks.map(({ key, kind, at }) =>
        kind === 'ipr' ? (
          <line key={key} className={styles.ipr} x1={at.x} x2={at.x} y1={at.y - 4.5} y2={at.y + 4.5} />
        ) : (
          <rect
            key={key}
            className={styles.attachment}
            x={at.x - 2.6}
            y={at.y - 3.6}
            width={5.2}
            height={7.2}
            rx={1}
          />
        ),
      )}
      <circle className={styles.handle} r={6} data-arch={track.arch} />
    </g>
  );
}

/**
 * Moves the handles with the player. Updates the DOM without React, so that playback renders no component.
 */
function useHandles(svg: React.RefObject<SVGSVGElement | null>, bundle: PlanBundle, width: number): void {
  useLayoutEffect(() => {
    const last = lastStage(bundle);
    const move = () => {
      const stage = player.stage();
      for (const handle of svg.current?.querySelectorAll<SVGCircleElement>('[data-arch]') ?? []) {
        const row = handle.dataset.arch === 'upper' ? 'upper' : 'lower';
        const { x, y } = pointOfStage(width, row, Math.min(stage, stageCountOf(bundle, row)), last);
        handle.setAttribute('cx', String(x));
        handle.setAttribute('cy', String(y));
      }
      const { x } = pointOfStage(width, 'upper', stage, last);
      svg.current?.querySelector('[data-done]')?.setAttribute('width', String(x));
      const plumb = svg.current?.querySelector('[data-plumb]');
      plumb?.setAttribute('x1', String(x));
      plumb?.setAttribute('x2', String(x));
      for (const [attribute, row] of [
        ['y1', 'upper'],
        ['y2', 'lower'],
      ] as const)
        plumb?.setAttribute(attribute, String(pointOfStage(width, row, stage, last).y));
    };
    move();
    return player.subscribe(move);
  }, [svg, bundle, width]);
}

const steps: Record<string, () => void> = {
  ArrowRight: () => player.step(1),
  ArrowUp: () => player.step(1),
  ArrowLeft: () => player.step(-1),
  ArrowDown: () => player.step(-1),
  PageUp: () => player.step(5),
  PageDown: () => player.step(-5),
  Home: () => player.go(0),
  End: () => player.go(player.last()),
};

export function StageScrubber({ bundle }: { bundle: PlanBundle }) {
  const { t } = useTranslation('viewer');
  const svg = useRef<SVGSVGElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  const stage = useAtomValue(shownStageAtom);
  const stageWords = useStageNameFormatter();
  const ofTarget = useContext(IsTargetContext);
  const last = lastStage(bundle);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(Math.round(element.clientWidth)));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const layout = useMemo(() => scrubberLayout(bundle, width), [bundle, width]);
  useHandles(svg, bundle, width);

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1 || !event.isPrimary) return;
    const left = box.current?.getBoundingClientRect().left ?? 0;
    player.set(stageAtPosition(width, event.clientX - left, last));
  };
  return (
    <div
      ref={box}
      className={styles.box}
      data-of-target={ofTarget ? '' : undefined}
      role="slider"
      tabIndex={0}
      aria-label={t('scrubber')}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={stage}
      aria-valuetext={stage === 0 || ofTarget ? stageWords(stage) : t('stageOf', { stage, last })}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
      onPointerUp={() => player.go(player.stage())}
      onKeyDown={event => {
        const step = steps[event.key];
        if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        step();
      }}
    >
      <svg ref={svg} width={width} height={scrubberHeight} aria-hidden="true">
        <clipPath id="archline-done">
          <rect data-done x={0} y={0} width={0} height={scrubberHeight} />
        </clipPath>
        <line className={styles.plumb} data-plumb />
        {layout.tracks.map(track => (
          <Line key={track.arch} track={track} />
        ))}
        <g clipPath="url(#archline-done)">
          {layout.tracks.map(track => (
            <path key={track.arch} className={styles.done} d={track.path} />
          ))}
        </g>
      </svg>
    </div>
  );
}
