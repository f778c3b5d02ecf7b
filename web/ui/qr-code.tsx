import qrcode from 'qrcode-generator';

/** The modules of the QR code as rows; true is dark. */
function modulesOf(text: string): boolean[][] {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const places = [...Array(code.getModuleCount()).keys()];
  return places.map(row => places.map(column => code.isDark(row, column)));
}

type Props = {
  text: string;
  title: string;
  /** Side length of the code, px. */
  size: number;
  /** White margin in modules: scanners need four unless the surroundings are white. */
  margin?: number;
  className?: string;
};

/** A QR code, black on white in every theme, as scanners expect. */
export function QrCode({ text, title, size, margin = 0, className }: Props) {
  const modules = modulesOf(text);
  const side = modules.length + 2 * margin;
  const dark = modules.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + margin} ${y + margin}h1v1h-1z` : [])),
  );
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      shapeRendering="crispEdges"
    >
      <title>{title}</title>
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={dark.join('')} />
    </svg>
  );
}

/** A QR code as a PNG for print; null if the browser cannot draw it. */
export function qrCodePng(text: string, size: number, margin: number): Promise<Blob | null> {
  const modules = modulesOf(text);
  // Whole pixels per module, so that no edge is blurred.
  const step = Math.max(1, Math.floor(size / (modules.length + 2 * margin)));
  const canvas = document.createElement('canvas');
  canvas.width = step * (modules.length + 2 * margin);
  canvas.height = canvas.width;
  const picture = canvas.getContext('2d');
  if (!picture) return Promise.resolve(null);
  picture.fillStyle = '#fff';
  picture.fillRect(0, 0, canvas.width, canvas.height);
  picture.fillStyle = '#000';
  for (const [y, row] of modules.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) picture.fillRect((x + margin) * step, (y + margin) * step, step, step);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}
