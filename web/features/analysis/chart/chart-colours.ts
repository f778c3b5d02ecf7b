/** Colours of charts, as the page's theme has them now. */

const tokens = {
  text: '--text',
  quiet: '--text-2',
  line: '--border',
  surface: '--surface',
  sunken: '--sunken',
  brand: '--brand',
  brandSoft: '--brand-soft',
  accent: '--accent',
  info: '--info',
  violet: '--violet',
  warn: '--warn',
  warnSoft: '--warn-soft',
  ok: '--ok',
  danger: '--danger',
} as const;

export type ChartColours = Readonly<Record<keyof typeof tokens | 'font', string>>;

/** Resolves the tokens: a canvas knows no `light-dark()`. */
export function readChartColours(element: HTMLElement): ChartColours {
  const probe = document.createElement('span');
  element.append(probe);
  const resolved = Object.entries(tokens).map(([name, token]) => {
    probe.style.color = `var(${token})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return { ...Object.fromEntries(resolved), font: getComputedStyle(element).fontFamily } as ChartColours;
}
