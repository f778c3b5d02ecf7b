/**
 * The 34 provinces, municipalities, autonomous and special administrative regions, with their cities, by their codes
 * of GB/T 2260.
 */
import { areaList } from '@vant/area-data';
import { pinyin } from 'pinyin-pro';
import type { Lang } from './dictionaries.ts';

const provinces = [
  { code: '110000', name: '北京市', nameEn: 'Beijing' },
  { code: '120000', name: '天津市', nameEn: 'Tianjin' },
  { code: '130000', name: '河北省', nameEn: 'Hebei' },
  { code: '140000', name: '山西省', nameEn: 'Shanxi' },
  { code: '150000', name: '内蒙古自治区', nameEn: 'Inner Mongolia' },
  { code: '210000', name: '辽宁省', nameEn: 'Liaoning' },
  { code: '220000', name: '吉林省', nameEn: 'Jilin' },
  { code: '230000', name: '黑龙江省', nameEn: 'Heilongjiang' },
  { code: '310000', name: '上海市', nameEn: 'Shanghai' },
  { code: '320000', name: '江苏省', nameEn: 'Jiangsu' },
  { code: '330000', name: '浙江省', nameEn: 'Zhejiang' },
  { code: '340000', name: '安徽省', nameEn: 'Anhui' },
  { code: '350000', name: '福建省', nameEn: 'Fujian' },
  { code: '360000', name: '江西省', nameEn: 'Jiangxi' },
  { code: '370000', name: '山东省', nameEn: 'Shandong' },
  { code: '410000', name: '河南省', nameEn: 'Henan' },
  { code: '420000', name: '湖北省', nameEn: 'Hubei' },
  { code: '430000', name: '湖南省', nameEn: 'Hunan' },
  { code: '440000', name: '广东省', nameEn: 'Guangdong' },
  { code: '450000', name: '广西壮族自治区', nameEn: 'Guangxi' },
  { code: '460000', name: '海南省', nameEn: 'Hainan' },
  { code: '500000', name: '重庆市', nameEn: 'Chongqing' },
  { code: '510000', name: '四川省', nameEn: 'Sichuan' },
  { code: '520000', name: '贵州省', nameEn: 'Guizhou' },
  { code: '530000', name: '云南省', nameEn: 'Yunnan' },
  { code: '540000', name: '西藏自治区', nameEn: 'Tibet' },
  { code: '610000', name: '陕西省', nameEn: 'Shaanxi' },
  { code: '620000', name: '甘肃省', nameEn: 'Gansu' },
  { code: '630000', name: '青海省', nameEn: 'Qinghai' },
  { code: '640000', name: '宁夏回族自治区', nameEn: 'Ningxia' },
  { code: '650000', name: '新疆维吾尔自治区', nameEn: 'Xinjiang' },
  { code: '710000', name: '台湾省', nameEn: 'Taiwan' },
  { code: '810000', name: '香港特别行政区', nameEn: 'Hong Kong' },
  { code: '820000', name: '澳门特别行政区', nameEn: 'Macao' },
] as const;

type City = {
  code: string;
  name: string;
  /** The name in pinyin without tone marks, as people type it. */
  pinyin: string;
  nameEn: string;
};
export type Province = (typeof provinces)[number] & { cities: City[] };

/** A statistical heading for counties that belong to no city. Addresses name the counties instead. */
const heading = /^(?:县|省直辖县|自治区直辖县级行政区划)$/;

const under = (list: Record<string, string>, prefix: string) =>
  Object.entries(list).filter(([code]) => code.startsWith(prefix));

/** Spells a city's name in English: 西安市 → Xi'an, 吕梁市 → Lüliang. */
function spelled(name: string): { pinyin: string; nameEn: string } {
  const parts = pinyin(name.replace(/市$/, ''), { toneType: 'none', type: 'array' });
  const joined = parts.map((part, i) => (i > 0 && /^[aeo]/.test(part) ? `'${part}` : part)).join('');
  const nameEn = joined.charAt(0).toUpperCase() + joined.slice(1);
  return { pinyin: parts.join('').replaceAll('ü', 'v'), nameEn };
}

function citiesOf(province: string): City[] {
  return under(areaList.city_list, province.slice(0, 2))
    .flatMap(([code, name]) =>
      heading.test(name) ? under(areaList.county_list, code.slice(0, 4)) : [[code, name] as const],
    )
    .map(([code, name]) => ({ code, name, ...spelled(name) }));
}

let withCities: readonly Province[] | undefined;

/** Every province with its cities. Computed on first use, because the spelling takes a moment. */
export function listProvinces(): readonly Province[] {
  withCities ??= provinces.map(province => ({ ...province, cities: citiesOf(province.code) }));
  return withCities;
}

/** Returns the part of a place that is unknown; undefined if both parts are known. */
export function findUnknownPartOfPlace(
  province: string,
  city: string | undefined,
): 'province' | 'city' | undefined {
  const found = listProvinces().find(({ code }) => code === province);
  if (!found) return 'province';
  return found.cities.some(({ code }) => code === city) ? undefined : 'city';
}

/** Returns the provinces in a language, in the format of GET /api/cmAdress/getProvinceInfo. */
export function presentProvinces(lang: Lang) {
  const english = lang === 'en';
  return listProvinces().map(({ cities, ...province }) => ({
    ...province,
    text: english ? province.nameEn : province.name,
    cities: cities.map(city => ({ ...city, text: english ? `${city.nameEn} ${city.name}` : city.name })),
  }));
}

/**
 * Formats an address in one line, with province and city in the script of the address line (Chinese or Latin). An
 * address abroad consists of the line alone.
 */
export function formatFullAddress(address: { province: string; city?: string; address: string }): string {
  const province = listProvinces().find(({ code }) => code === address.province);
  const city = province?.cities.find(({ code }) => code === address.city);
  if (!province || !city) return address.address;
  if (!/\p{Script=Han}/u.test(address.address))
    return [...new Set([address.address, city.nameEn, province.nameEn])].join(', ');
  return [...new Set([province.name, city.name])].join('') + address.address;
}
