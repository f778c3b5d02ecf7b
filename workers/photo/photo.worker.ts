import { expose } from 'comlink';
import { analysedWidthPx, guessView } from './guess-view.ts';
import type { ViewGuess } from './pixels.ts';
import type { PhotoWorkerApi } from './protocol.ts';

/** Returns null if the browser cannot draw the picture, such as a TIFF. */
async function look(file: Blob): Promise<ViewGuess | null> {
  try {
    const picture = await createImageBitmap(file, { resizeWidth: analysedWidthPx, resizeQuality: 'medium' });
    const { width, height } = picture;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(picture, 0, 0);
    picture.close();
    return context ? guessView(context.getImageData(0, 0, width, height)) : null;
  } catch {
    return null;
  }
}

expose({
  // Why one at a time: a photo of 50 megapixels takes 200 MB while it is drawn.
  look: async files => {
    const guesses: (ViewGuess | null)[] = [];
    for (const file of files) guesses.push(await look(file));
    return guesses;
  },
} satisfies PhotoWorkerApi);
