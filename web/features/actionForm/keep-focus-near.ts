/** Moves the focus to the drawer, row or page of an action, because the action's button has disappeared. */
export function keepFocusNear(rowId: string): void {
  const id = CSS.escape(rowId);
  const places = [
    `[data-stay="${id}"]`,
    `tr[data-key="${id}"]`,
    `main li a[href="/caseDetail?id=${id}"]`,
    'main',
  ];
  const focus = () => {
    const place = places.map(p => document.querySelector<HTMLElement>(p)).find(found => found !== null);
    place?.focus({ preventScroll: true });
  };
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
