/** Draws a QR code as squares. */
import qrcode from 'qrcode-generator';
import { inkColors, type PdfWriter } from './pdf-writer.ts';

/** Draws the code of a text, `size` points wide including its quiet zone. */
export function drawQrCode({ doc }: PdfWriter, text: string, x: number, y: number, size: number): void {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  const quiet = 4;
  const side = size / (count + 2 * quiet);
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column))
        doc.rect(x + (column + quiet) * side, y + (row + quiet) * side, side, side);
  doc.fill(inkColors.text);
}
