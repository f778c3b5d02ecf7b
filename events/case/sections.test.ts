import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../errors.ts';
import { parse } from '../parse.ts';
import * as s from '../script/orders.ts';
import { IPR_AMOUNTS } from '../tooth/marks.ts';
import { limits } from './limits.ts';
import { options } from './options.ts';
import { type SectionName, sectionNames, sectionSchemas } from './sections.ts';

/** `path: issue` for each refused field; empty if the section accepts the value. */
function issues(name: SectionName, value: unknown): string[] {
  try {
    parse(sectionSchemas[name], value);
    return [];
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return (error.data?.issues ?? []).map(i => `${i.path}: ${i.issue}`);
  }
}
const json = (text: string): unknown => JSON.parse(text);

describe('every section', () => {
  it.each(sectionNames)('%s may be empty or complete', name => {
    expect(issues(name, {})).toEqual([]);
    expect(issues(name, s.sampleAlignerOrder[name])).toEqual([]);
  });
  it.each(sectionNames)('%s refuses unknown fields by name', name => {
    expect(issues(name, { colour: 'red' })).toEqual(['colour: unknown-field']);
    expect(issues(name, json('{"__proto__": {"admin": true}}'))).toEqual(['__proto__: unknown-field']);
    expect(issues(name, json('{"constructor": {}, "prototype": 1}'))).toEqual([
      'constructor: unknown-field',
      'prototype: unknown-field',
    ]);
  });
  it.each(sectionNames)('%s refuses values other than objects', name => {
    for (const value of [null, undefined, 1, 'x', [], [{}]]) expect(issues(name, value)).toHaveLength(1);
  });
  it('does not pollute Object.prototype', () => {
    issues('patient', json('{"__proto__": {"admin": true}}'));
    expect('admin' in {}).toBe(false);
  });
  it('never throws anything but a refusal, for any JSON value', () => {
    fc.assert(
      fc.property(fc.constantFrom(...sectionNames), fc.jsonValue(), (name, value) => {
        expect(Array.isArray(issues(name, value))).toBe(true);
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

describe('names', () => {
  const name = (value: string) => issues('patient', { name: value });
  it.each([
    '张伟',
    '买买提·艾力',
    'Anne-Marie O’Neil',
    "O'Brien",
    'José Núñez',
    'Ян',
    'محمد',
    'नेहा',
    '김 민준',
    'x',
  ])('accept %s', value => {
    expect(name(value)).toEqual([]);
  });
  it.each([
    '张伟2',
    'R2D2',
    '三.',
    'a  b',
    ' a',
    'a ',
    '-a',
    'a-',
    'a_b',
    '<b>',
    'Dr. Li',
    '',
    ' ',
    'a\nb',
    '😀',
    '１２',
  ])('refuse %j', value => {
    expect(name(value)).toEqual(['name: name-letters']);
  });
  it('accept 59 characters and refuse 60, counted by code point', () => {
    expect(name('a'.repeat(59))).toEqual([]);
    expect(name('a'.repeat(60))).toEqual(['name: name-long']);
    expect(name('𠮷'.repeat(59))).toEqual([]);
    expect(name('𠮷'.repeat(60))).toEqual(['name: name-long']);
  });
  it('are checked in linear time', () => {
    expect(name(`${'a '.repeat(100_000)}1`)).toContain('name: name-letters');
  });
});

describe('days', () => {
  const born = (birthDate: string) => issues('patient', { birthDate });
  it.each(['2000-02-29', '1999-12-31', '1900-01-01'])('accept %s', day => {
    expect(born(day)).toEqual([]);
  });
  it.each([
    '1999-02-31',
    '1999-02-29',
    '1900-02-29',
    '1999-13-01',
    '1999-00-10',
    '1999-04-31',
    '1899-12-31',
    '0000-01-01',
  ])('refuse %s, which does not exist', day => {
    expect(born(day)).toEqual(['birthDate: date-invalid']);
  });
  it.each(['1999-2-1', '01/02/1999', '1999-02-01T00:00', '', '１９９９-01-01'])(
    'refuse %s, which is not in the format yyyy-mm-dd',
    day => {
      expect(born(day)).toEqual(['birthDate: date-format']);
    },
  );
});

describe('the delivery address', () => {
  const address = {
    consignee: '李护士',
    phone: '13812345678',
    address: '长江路 12 号 3 楼',
    zip: '430000',
    clinic: '一诊所',
  };
  it('is complete or absent', () => {
    expect(issues('data', { deliveryAddress: address })).toEqual([]);
    expect(issues('data', { deliveryAddress: {} })).toEqual(
      ['consignee', 'phone', 'address', 'zip', 'clinic'].map(f => `deliveryAddress.${f}: required`),
    );
  });
  it.each(['13812345678', '010-6552 9988', '+86 138 1234 5678', '027-87654321 转 8012', '87654321-12'])(
    'accepts the phone %s',
    phone => {
      expect(issues('data', { deliveryAddress: { ...address, phone } })).toEqual([]);
    },
  );
  it.each(['12345', 'phone', '138-', '138 1234 567a', '+', '1'.repeat(40), '--------'])(
    'refuses the phone %s',
    phone => {
      expect(issues('data', { deliveryAddress: { ...address, phone } })).toEqual([
        'deliveryAddress.phone: phone-format',
      ]);
    },
  );
  it.each(['', '4', '430000000000', 'ABC!'])('refuses the zip code %j', zip => {
    expect(issues('data', { deliveryAddress: { ...address, zip } })).toEqual([
      'deliveryAddress.zip: zip-format',
    ]);
  });
});

describe('tracking numbers', () => {
  const sent = (trackingNumber: string) => issues('data', { courier: 2, trackingNumber });
  it.each(['EMS123', 'SF-1234-5678', 'A'.repeat(30), '123456'])('accept %s', number => {
    expect(sent(number)).toEqual([]);
  });
  it.each(['EMS12', 'A'.repeat(31), 'ems123456', 'EMS 12345', 'EMS_12345', '顺丰123456', '', ' '.repeat(8)])(
    'refuse %j',
    number => {
      expect(sent(number)).toEqual(['trackingNumber: tracking-format']);
    },
  );
  it('need a courier from the list', () => {
    expect(issues('data', { courier: 8 })).toEqual(['courier: not-a-choice']);
    expect(issues('data', { courier: 0 })).toEqual(['courier: not-a-choice']);
    expect(issues('data', { courier: '2' })).toEqual(['courier: not-a-choice']);
  });
});

describe('free text', () => {
  it('is not blank, not too long, and has no control characters', () => {
    expect(issues('patient', { remarks: '第一行\n第二行\t!' })).toEqual([]);
    expect(issues('patient', { remarks: ' \n\t' })).toEqual(['remarks: blank']);
    expect(issues('patient', { remarks: 'x'.repeat(limits.textMax + 1) })).toEqual(['remarks: too-long']);
    expect(issues('patient', { remarks: 'a\u0000b' })).toEqual(['remarks: control-characters']);
  });
  it('of one line has no line break', () => {
    expect(issues('patient', { clinic: 'Riverside\nDental' })).toEqual(['clinic: control-characters']);
    expect(issues('patient', { clinic: 'Riverside Dental, 2nd floor' })).toEqual([]);
  });
});

describe('choices', () => {
  it('are keys of their list, without repetition, up to the limit', () => {
    expect(issues('diagnosis', { flags: [92, 151] })).toEqual([]);
    expect(issues('diagnosis', { flags: [106] })).toEqual(['flags.0: not-a-choice']);
    expect(issues('diagnosis', { flags: [92, 92] })).toEqual(['flags: repeated']);
    const [a, b, c, d] = options.attachmentType;
    expect(issues('prescription', { attachmentTypes: [a, b, c] })).toEqual([]);
    expect(issues('prescription', { attachmentTypes: [a, b, c, d] })).toEqual(['attachmentTypes: too-many']);
  });
  it.each([0.15, 0.2, 0.25])('accept step %s', step => {
    expect(issues('prescription', { step, angle: 1 })).toEqual([]);
  });
  it.each([0.1, 0.3, '0.2', null])('refuse step %s', step => {
    expect(issues('prescription', { step })).toEqual(['step: not-a-choice']);
  });
});

describe('teeth', () => {
  it('are FDI codes of permanent teeth, without repetition', () => {
    expect(issues('markers', { extract: [14, 24, 38, 48] })).toEqual([]);
    for (const tooth of [10, 19, 51, 0, -11, 111])
      expect(issues('markers', { extract: [tooth] })).toEqual(['extract.0: tooth-unknown']);
    expect(issues('markers', { extract: [11, 11] })).toEqual(['extract: repeated']);
    expect(issues('markers', { extract: ['11'] })).toEqual(['extract.0: wrong-type']);
    expect(issues('markers', { extract: [11.5] })).toEqual(['extract.0: wrong-type']);
  });
  it('cannot have contradictory marks', () => {
    expect(issues('markers', { extract: [14], noMove: [14] })).toEqual(['noMove: marks-conflict']);
    expect(issues('markers', { missing: [14], extract: [14] })).toEqual(['missing: marks-conflict']);
    expect(issues('markers', { extract: [14], ipr: [{ contact: '14-13' }] })).toEqual([
      'ipr: marks-conflict',
    ]);
    expect(issues('markers', { extract: [14], ipr: [{ contact: '15-13', mm: 0.2 }] })).toEqual([]);
    expect(issues('markers', { ipr: [{ contact: '15-13' }] })).toEqual(['ipr: marks-conflict']);
    expect(issues('markers', { ipr: [{ contact: '11-21' }, { contact: '11-21' }] })).toEqual([
      'ipr: marks-conflict',
    ]);
  });
  it('have IPR between two teeth of one arch, 0.1 to 0.6 mm in tenths', () => {
    const ipr = (contact: string, mm?: number) => issues('markers', { ipr: [{ contact, mm }] });
    expect([ipr('11-21', 0.1), ipr('41-31', 0.6), ipr('18-17')]).toEqual([[], [], []]);
    expect(ipr('11-21', 0.05)).toEqual(['ipr.0.mm: too-small']);
    expect(ipr('11-21', 0.7)).toEqual(['ipr.0.mm: too-big']);
    for (const mm of [0.1234567, 0.15, 0.1 + 0.2]) expect(ipr('11-21', mm)).toEqual(['ipr.0.mm: too-fine']);
    for (const mm of IPR_AMOUNTS) expect(ipr('11-21', mm)).toEqual([]);
    expect(ipr('11-21', Number.NaN)).toEqual(['ipr.0.mm: wrong-type']);
    for (const contact of ['21-11', '11-41', '11/21', '19-18', '11-11'])
      expect(ipr(contact)).toContain('ipr.0.contact: contact-unknown');
  });
  it('are the keys of a lingual chart', () => {
    const chart = (brackets: unknown) => issues('prescription', { method: 2, lingual: { brackets } });
    expect(chart({ '11': ['B', 'H'], '48': ['M'] })).toEqual([]);
    expect(chart({ '19': ['B'] })).toEqual(['lingual.brackets.19: unknown-field']);
    expect(chart(json('{"__proto__": ["B"]}'))).toEqual(['lingual.brackets.__proto__: unknown-field']);
    expect(chart({ '11': ['B', 'B'] })).toEqual(['lingual.brackets.11: repeated']);
    expect(issues('prescription', { lingual: { torque: { '11': 61 } } })).toEqual([
      'lingual.torque.11: too-big',
    ]);
  });
});
