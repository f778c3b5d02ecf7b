import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { glossesOf } from './gloss.ts';
import { glossary } from './glossary.ts';
import { splitIntoSegments, type TextSegment } from './segments.ts';

/** Formats segments with their interpretation in brackets: `[13:tooth 13] 的[附件:attachment]`. */
function marked(text: string): string {
  const of = (piece: TextSegment): string => {
    switch (piece.kind) {
      case 'text':
        return piece.text;
      case 'link':
        return `<${piece.text}>`;
      case 'term':
        return `[${piece.text}:${piece.id}]`;
      case 'tooth':
        return `[${piece.text}:tooth ${piece.teeth.join(piece.joined)}]`;
      case 'stage':
        return `[${piece.text}:${piece.of} ${piece.from}-${piece.to}]`;
      case 'number':
        return `[${piece.text}:${piece.value} ${piece.unit}]`;
      default:
        return piece satisfies never;
    }
  };
  return splitIntoSegments(text).map(of).join('');
}

const unmarked = (text: string) => expect(marked(text)).toBe(text);

describe('typical sentences of clinics are segmented', () => {
  test.each([
    ['13 的附件在第 12 步之前粘吗？', '[13:tooth 13] 的[附件:attachment]在[第 12 步:step 12-12]之前粘吗？'],
    [
      '13 要先去扭转，再远移磨牙。',
      '[13:tooth 13] 要先[去扭转:rotation]，再[远移:distalization][磨牙:molar]。',
    ],
    [
      'IPR 11/21 0.2 mm, 12/13 0.3毫米',
      '[IPR:ipr] [11/21:tooth 11/21] [0.2 mm:0.2 mm], [12/13:tooth 12/13] [0.3毫米:0.3 mm]',
    ],
    [
      'Please add rectangular attachments on 13, 23 and reduce the overjet by 2 mm from stage 12 to 24.',
      'Please add [rectangular attachments:rectangularAttachment] on [13:tooth 13], [23:tooth 23] and reduce the [overjet:overjet] by [2 mm:2 mm] from [stage 12 to 24:step 12-24].',
    ],
    ['Tooth 13 needs 5° of torque', '[Tooth 13:tooth 13] needs [5°:5 degree] of [torque:torque]'],
    [
      'II类牵引 13-46，每天 22 小时',
      '[II类牵引:classIIElastics] [13-46:tooth 13-46]，每天 [22 小时:22 hour]',
    ],
    [
      '上颌拔 14、24，下颌拔34号牙',
      '[上颌:maxilla]拔 [14:tooth 14]、[24:tooth 24]，[下颌:mandible]拔[34号牙:tooth 34]',
    ],
    ['深覆合，前牙反颌', '[深覆合:deepOverbite]，[前牙反颌:crossbite]'],
    ['共 24 步，第12副不贴合', '共 [24 步:24 step]，[第12副:aligner 12-12][不贴合:lagging]'],
    [
      'Canines 13–23 are crowded; IPRs planned',
      '[Canines:canine] [13–23:tooth 13-23] are crowded; [IPRs:ipr] planned',
    ],
    ['the round-tripping of 22', 'the [round-tripping:roundTripping] of [22:tooth 22]'],
    ['冠转矩 -2°，压低 1.5mm', '[冠转矩:torque] [-2°:-2 degree]，[压低:intrusion] [1.5mm:1.5 mm]'],
  ])('%s', (text, pieces) => expect(marked(text)).toBe(pieces));
});

describe('a tooth', () => {
  test.each(['13', '#13', '13号牙', 'tooth 13', '13牙', '18', '48', '13.', '(13)', '13的'])(
    '%s is recognised',
    text => {
      expect(splitIntoSegments(text).filter(({ kind }) => kind === 'tooth')).toHaveLength(1);
    },
  );
  test.each([
    ['13-23', [13, 23], '-'],
    ['13 至 15', [13, 15], '-'],
    ['11/21', [11, 21], '/'],
    ['#53', [53], '-'],
    ['55号牙', [55], '-'],
    ['53-63', [53, 63], '-'],
  ])('%s is recognised as a pair or a deciduous tooth', (text, teeth, joined) => {
    expect(splitIntoSegments(text)).toEqual([{ kind: 'tooth', text, teeth, joined }]);
  });
  test('is recognised in full-width digits', () => {
    expect(splitIntoSegments('１３号牙')).toEqual([
      { kind: 'tooth', text: '１３号牙', teeth: [13], joined: '-' },
    ]);
    expect(splitIntoSegments('０.２ mm')).toMatchObject([{ kind: 'number', value: '0.2' }]);
  });
  test('that is deciduous needs a word such as "teeth", which applies to a whole list', () => {
    unmarked('52');
    expect(marked('teeth 54, 64 and 74')).toBe('[teeth 54:tooth 54], [64:tooth 64] and [74:tooth 74]');
  });
  test.each([
    ...['19', '10', '49', '56', '113', '013', '13.5', '13x', '21st', 'C1042', 'v13', 'AB-13', 'a_13'],
    ...[
      '13:20',
      '2026-11-13',
      '2026年11月13日',
      '11/13/2026',
      '11-13 10:30',
      '11月13日',
      '13日',
      'Nov 13',
      '13 May',
    ],
    ...['138 0000 0013', '0571-8800 1313', '+86 13', '¥13', '13 元', '$ 13', '13,000', '1.2.13'],
    ...[
      '13个',
      '13 人',
      'page 13',
      'aged 13',
      'order 13',
      '单号 13',
      '尾号13',
      '约 13',
      'I need 24 more',
      'about 24',
    ],
    ...['13-20', '13/50', '第13批', '13 点', '11 am', 'iPhone 13', 'Windows 11', '图 13', '13页'],
  ])('%s is not recognised', text => {
    expect(splitIntoSegments(text).filter(({ kind }) => kind === 'tooth')).toEqual([]);
  });
});

describe('a term', () => {
  test('is the longest possible match', () => {
    expect(marked('水平矩形附件')).toBe('[水平矩形附件:horizontalAttachment]');
    expect(marked('deep overbite')).toBe('[deep overbite:deepOverbite]');
    expect(marked('骨开窗')).toBe('[骨开窗:fenestration]');
  });
  test('ends at a word boundary, in singular or plural, in any case', () => {
    unmarked('rooted, overjets1, interocclusion');
    expect(marked('OVERJETS')).toBe('[OVERJETS:overjet]');
    expect(marked("the aligner's edge")).toBe("the [aligner:aligner]'s edge");
    expect(marked('canopies and biopsies, diagnoses')).toContain('[diagnoses:diagnosis]');
  });
  test('is not recognised in ordinary words that look alike', () => {
    unmarked('a tad more, or anb');
    expect(marked('a TAD')).toBe('a [TAD:miniscrew]');
    expect(marked('Spee 曲线，STL文件')).toBe('[Spee 曲线:spee]，[STL文件:stlFile]');
    unmarked('见附件');
    unmarked('开合');
  });
  test('stays plain text in the reader’s own language', () => {
    const kinds = (lang: 'en' | 'zh-CN') =>
      splitIntoSegments('附件 and attachment 13', lang).map(({ text, kind }) => [kind, text]);
    expect(kinds('en')).toEqual([
      ...[
        ['term', '附件'],
        ['text', ' and attachment '],
        ['tooth', '13'],
      ],
    ]);
    expect(kinds('zh-CN')).toEqual([
      ['text', '附件 and '],
      ['term', 'attachment'],
      ['text', ' '],
      ['tooth', '13'],
    ]);
  });
});

test('a link is one segment, without trailing punctuation', () => {
  expect(marked('见 https://a.example/attachment-13?x=13. 好')).toBe(
    '见 <https://a.example/attachment-13?x=13>. 好',
  );
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'xhttps://a.example', 'ftp://a.example'])
    expect(splitIntoSegments(text).some(({ kind }) => kind === 'link')).toBe(false);
});

/** Parts of typical messages and difficult characters. */
const shards = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(...glossary.flatMap(({ names }) => [...names.en, ...names['zh-CN']])),
  fc.constantFrom(
    '13',
    '-',
    '–',
    '/',
    '#',
    ' ',
    '第',
    '步',
    'tooth ',
    'stage ',
    '0.2',
    'mm',
    '°',
    '号牙',
    '至',
    ', ',
    '\n',
  ),
  fc.constantFrom('https://a.b/13', '<b>', '\u202e', '\ud842', '𬌗', '13:20', '2026-11-13', '，', '±', '元'),
);
const messages = fc.array(shards, { maxLength: 20 }).map(parts => parts.join(''));

test('segments joined give the original text', () => {
  fc.assert(
    fc.property(messages, fc.constantFrom(undefined, 'en' as const, 'zh-CN' as const), (text, lang) => {
      const pieces = splitIntoSegments(text, lang);
      expect(pieces.map(piece => piece.text).join('')).toBe(text);
      expect(pieces.every(piece => piece.text !== '')).toBe(true);
    }),
    { seed: 20261122, numRuns: 1500 },
  );
});

test('two plain segments are never adjacent', () => {
  fc.assert(
    fc.property(messages, text => {
      const kinds = splitIntoSegments(text).map(({ kind }) => kind);
      expect(kinds.some((kind, at) => kind === 'text' && kinds[at + 1] === 'text')).toBe(false);
    }),
    { seed: 7, numRuns: 500 },
  );
});

// With quadratic time, each of these would take minutes and time out.
test.each([
  '13 的附件 0.2 mm ',
  '1',
  '1 ',
  '13-',
  '13 / ',
  'a',
  '第1',
  'teeth 5',
  '#1',
  '~1',
  'http://a,',
  '1.1',
  '乳牙',
])('a megabyte of %j is segmented in linear time', part => {
  const text = part.repeat(Math.ceil(1_000_000 / part.length));
  expect(splitIntoSegments(text).reduce((length, piece) => length + piece.text.length, 0)).toBe(text.length);
});

test('a gloss translates each term, tooth and quantity once', () => {
  const text = '13 的附件在第 12 步之前粘吗？附件 0.3毫米';
  expect(glossesOf(text, 'en').map(({ said, meant }) => `${said} = ${meant}`)).toEqual([
    '13 = 13 (upper right canine)',
    '附件 = attachment',
    '第 12 步 = step 12',
    '0.3毫米 = 0.3\u00a0mm',
  ]);
  expect(glossesOf('IPR 11/21, stages 4-8, 22 hours', 'zh-CN').map(({ meant }) => meant)).toEqual([
    ...['邻面去釉', '11/21 (右上中切牙, 左上中切牙)', '第 4-8 步', '22\u00a0小时'],
  ]);
  expect(glossesOf('好的，谢谢。', 'en')).toEqual([]);
});
