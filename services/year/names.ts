/** Invented names of patients, people and clinics, composed of common parts. */
import type { Random } from '#events/script/random.ts';

const surnames = [
  ...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文'.split(
    '',
  ),
  '欧阳',
  '上官',
  '司徒',
];
const female =
  '雨桐 梓涵 思远 若曦 嘉怡 可欣 诗涵 丽华 晓彤 佳琪 梦瑶 婉清 雅静 艺菲 晓岚 欣怡 静怡 语嫣 佳宁 芷若 思琪 雪 敏 静 艳 娟 霞 秀英 玉兰 婷婷 慧 丹 琳 洁 颖 露 瑶 怡 蕾 薇 倩 晨曦 一诺 依诺 子涵 紫萱 沐晴 书瑶 念慈 清妍 佳怡 雅文 心怡 思颖 乐瑶 海燕 春梅 红 燕 莉';
const male =
  '子轩 俊杰 浩然 天宇 一鸣 子墨 宇航 文博 志强 睿 凯 航 明轩 伟 强 磊 军 洋 勇 涛 明 超 杰 鹏 斌 波 辉 刚 健 亮 俊 帅 宇 晨 浩 昊 建国 建华 志远 鸿飞 博文 嘉豪 泽宇 子豪 奕辰 宇轩 皓轩 思源 立诚 承恩 景行 修远 君浩 天佑 梓豪 家明 国栋 海涛 晓东 永康 少华';
const given = { 1: male.split(' '), 2: female.split(' ') };
const latin = {
  1: 'Oliver Lucas Noah James Jonas Daniel Marco Pierre Henrik Samuel Adam Victor'.split(' '),
  2: 'Emma Charlotte Isabella Hannah Sophie Grace Lena Amelia Clara Julia Ingrid Nora'.split(' '),
};
const families =
  'Grant Larsson Meyer Rossi Dubois Schmidt Turner Kim Silva Novak Costa Berg Walsh Murray Keller Weber Romero Olsen Harris Brown'.split(
    ' ',
  );

/** Returns a random name. @param foreign share of names in Latin letters */
export function randomFullName(random: Random, gender: 1 | 2, foreign: number): string {
  if (random.chance(foreign)) return `${random.pick(latin[gender])} ${random.pick(families)}`;
  return random.pick(surnames) + random.pick(given[gender]);
}

/** Cities of the clinics: name, postal code, telephone code. */
export const clinicCities = [
  ['上海市', '200040', '021'],
  ['杭州市', '310012', '0571'],
  ['南京市', '210008', '025'],
  ['苏州市', '215000', '0512'],
  ['北京市', '100020', '010'],
  ['广州市', '510030', '020'],
  ['深圳市', '518048', '0755'],
  ['成都市', '610021', '028'],
  ['武汉市', '430014', '027'],
  ['西安市', '710003', '029'],
  ['青岛市', '266071', '0532'],
  ['厦门市', '361004', '0592'],
] as const;

const words = '仁爱 齐美 天河 康乐 博雅 瑞尔 佳美 德恩 欢乐 阳光 星海 明珠 和睦 长江 江南 鼎植'.split(' ');
/** The name of a clinic in a city. */
export const clinicNameIn = (index: number, city: string): string =>
  `${city.replace('市', '')}${words[index % words.length]}口腔`;
