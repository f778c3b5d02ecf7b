/** State of the interactive chart: place, visible IPR amounts, marks. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { contactsForIpr, iprAt, type MarkTool } from '#events/tooth/marks.ts';
import {
  type ChartAction,
  type ChartFocus,
  type ChartKeyContext,
  chartFocusAtOpenContact,
  isToolKey,
  pressChartKey,
} from './chart-keys.ts';
import { isMarkedWithTool } from './marking.ts';
import { type PaintStroke, useChartPointer } from './useChartPointer.ts';
import { type MarkingControl, useToothMarking } from './useToothMarking.ts';

export type ChartControl = MarkingControl & { onToolChange: (tool: MarkTool) => void; readOnly: boolean };

const START: ChartFocus = { tooth: 11, contact: '11-21' };

/** Keeps the keyboard's place, and moves the focus after the new cell is rendered. */
function usePlace(tool: MarkTool, open: readonly string[]) {
  const [kept, setPlace] = useState<ChartFocus>(START);
  const place = { ...chartFocusAtOpenContact(kept, open), digit: kept.digit };
  const grid = useRef<SVGSVGElement>(null);
  const follow = useRef(false);
  const cell = tool === 'ipr' ? place.contact : String(place.tooth);
  useEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    grid.current?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  }, [cell]);
  const go = (to: ChartFocus) => {
    follow.current = true;
    setPlace(to);
  };
  const focus = () => grid.current?.querySelector<SVGElement>(`[data-cell="${cell}"]`)?.focus();
  return { place, cell, grid, go, setPlace, focus };
}

type Keys = {
  place: ChartFocus;
  context: ChartKeyContext;
  go: (to: ChartFocus) => void;
  /** Changes the place without moving the focus. */
  setPlace: (to: ChartFocus) => void;
  onOtherContact: () => void;
  act: (what: ChartAction, at: ChartFocus) => void;
};

/** Key handlers of the grid and of the frame around it. */
function chartKeyHandlers({ place, context, go, setPlace, onOtherContact, act }: Keys) {
  const press = (event: KeyboardEvent, follow: (to: ChartFocus) => void) => {
    const { key, shiftKey: shift, altKey: alt, timeStamp: at } = event;
    const mod = event.ctrlKey || event.metaKey;
    const step = pressChartKey(place, { key, shift, alt, mod, at }, context);
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    if (step.place.contact !== place.contact) onOtherContact();
    follow(step.place);
    if (step.act) act(step.act, step.place);
  };
  return {
    onKeyDown: (event: KeyboardEvent) => press(event, go),
    /** The tools' shortcuts also work around the drawing; only a tooth number moves the focus to its tooth. */
    onFrameKey: (event: KeyboardEvent) => {
      const mod = event.ctrlKey || event.metaKey;
      if (!context.readOnly && isToolKey({ key: event.key, mod }))
        press(event, to => (to.tooth === place.tooth ? setPlace : go)(to));
    },
  };
}

/** The behaviour of the interactive chart; `ToothChart` only renders it. */
export function useToothChart(control: ChartControl) {
  const { marks, tool, onToolChange, readOnly } = control;
  const open = contactsForIpr(marks);
  const { mark, erase, setAmount: markAmount, stepAmount, ...marking } = useToothMarking(control);
  const { history, dismiss } = marking;
  const { place, cell, grid, go, setPlace, focus } = usePlace(tool, open);
  const [amountsShown, showAmounts] = useState(false);

  const setAmount = (contact: string, mm: number | undefined | false) => {
    if (mm === false) focus(); // Closing the amounts must not lose the focus.
    markAmount(contact, mm);
  };

  /** The first use on a marked contact shows its amount, the next removes the mark. */
  const use = (at: ChartFocus): PaintStroke | undefined => {
    const marked = isMarkedWithTool(history.now(), tool, at);
    const showing = amountsShown && at.contact === place.contact;
    showAmounts(tool === 'ipr' && !(marked && showing));
    if (tool === 'ipr' && marked && !showing) return undefined;
    const before = history.now();
    mark([at], !marked);
    return { on: !marked, joined: history.now() !== before };
  };

  const act = (what: ChartAction, at: ChartFocus) => {
    if (what.do === 'tool') return onToolChange(what.tool);
    if (what.do === 'paint') return mark([what.from, at], true);
    if (what.do === 'amount') {
      stepAmount(at.contact, what.by);
      return showAmounts(true);
    }
    const plain = {
      toggle: () => use(at),
      remove: () => (tool === 'ipr' ? setAmount(at.contact, false) : erase(at)),
      undo: history.undo,
      redo: history.redo,
      dismiss: () => {
        dismiss();
        showAmounts(false);
      },
    };
    plain[what.do]();
  };

  const keyContext = { tool, open, readOnly };
  const onOtherContact = () => showAmounts(true);
  const keys = chartKeyHandlers({ place, context: keyContext, go, setPlace, onOtherContact, act });
  const extend = (at: ChartFocus, { on, joined }: PaintStroke) => mark([at], on, joined);
  const pointer = useChartPointer({ place, open, readOnly, goTo: setPlace, begin: use, extend });

  return {
    ...marking,
    place,
    cell,
    grid,
    open,
    setAmount,
    handlers: { onKeyDown: keys.onKeyDown, ...pointer },
    onFrameKey: keys.onFrameKey,
    amounts: tool === 'ipr' && !readOnly && amountsShown ? iprAt(marks, place.contact) : undefined,
    hideAmounts: () => showAmounts(false),
    /** Closes the IPR amount buttons and returns the focus to their contact. */
    closeAmounts: () => {
      showAmounts(false);
      focus();
    },
  };
}

export type ToothChartControl = ReturnType<typeof useToothChart>;
