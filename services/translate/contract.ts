/** Contract of every translation driver, run by each one's tests. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Translation, Translator } from './port.ts';

const sentences = [
  ['13 的附件在第 12 步之前粘吗？IPR 11/21 0.2 mm。', 'en'],
  ['Tooth 13 needs 5° of torque from stage 4 to 8; overjet 2.5 mm.', 'zh-CN'],
  ['<b>拔牙</b> & "支抗"\n第二行 🦷', 'en'],
  ['', 'en'],
  ['好的，谢谢。', 'en'],
] as const;

/** Returns all numbers in a text, without units. */
const numbersOf = (text: string) => text.match(/\d+(?:\.\d+)?/g) ?? [];

export function describeTranslator(name: string, open: () => Promise<Translator>): void {
  describe(`translate: ${name}`, () => {
    let driver: Translator;
    beforeEach(async () => {
      driver = await open();
    });
    afterEach(() => driver.close());

    test.each(sentences)('%j keeps its original, and every number in its glosses', async (text, to) => {
      const { original, glosses, text: whole } = await driver.translate(text, to);
      expect(original).toBe(text);
      for (const { said, meant } of glosses) {
        expect(text).toContain(said);
        expect(numbersOf(meant)).toEqual(expect.arrayContaining(numbersOf(said)));
      }
      if (whole !== null) expect(numbersOf(whole).sort()).toEqual(numbersOf(text).sort());
    });

    test('translates terms, teeth and quantities to the reader’s language', async () => {
      const meant = ({ glosses }: Translation) => glosses.map(one => one.meant);
      expect(meant(await driver.translate('13 号牙拔牙，附件 0.3毫米', 'en'))).toEqual(
        expect.arrayContaining(['13 (upper right canine)', 'extraction', 'attachment', '0.3\u00a0mm']),
      );
      expect(meant(await driver.translate('anchorage on 16', 'zh-CN'))).toEqual(
        expect.arrayContaining(['支抗', '16 (右上第一磨牙)']),
      );
    });

    test('gives the same answer again', async () => {
      const twice = [await driver.translate('附件', 'en'), await driver.translate('附件', 'en')];
      expect(twice[0]).toEqual(twice[1]);
    });
  });
}
