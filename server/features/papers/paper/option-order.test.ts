import { expect, it } from 'vitest';
import { hasFixedOptionOrder, refersToOtherOptions } from './option-order.ts';

it.each([
  '以上都是',
  '以上都不对',
  '以上均正确',
  '<p>上述三种情况都是</p>',
  '都不对',
  '均可',
  '全部正确',
  'A和B都对',
  'Ａ、Ｂ都是',
  'A、B、C均正确',
  'AB均对',
  'ABC都是',
  'A与C',
  '仅A和D',
  'A项和B项',
  '选项A',
  'All of the above',
  'none of these',
  'Both A and B',
  'A对',
  'A、B两项',
])('the option %s refers to other options', (html) => {
  expect(refersToOtherOptions(html)).toBe(true);
});

it.each([
  '18周岁以上',
  '1000V以上的线路',
  'AC 220V',
  'AD/DA 转换器',
  'A/D转换',
  'B类火灾',
  'A4纸',
  'H62黄铜',
  'C语言',
  '维生素B和维生素C',
  '金属都是导体',
  '都江堰',
  'CAD',
  'E=mc²',
  'A项目经理',
  'A、B对地短路',
  'A是电流的单位',
  '以上海为例',
])('the option %s refers to no other option', (html) => {
  expect(refersToOtherOptions(html)).toBe(false);
});

it('an option that refers to others keeps the order of all options, because letters follow the order', () => {
  const option = (id: string, html: string) => ({ id, html, score: 0 });
  expect(hasFixedOptionOrder({ options: [option('a', '甲'), option('b', 'A和C都对'), option('c', '丙')] })).toBe(true);
  expect(hasFixedOptionOrder({ options: [option('a', '甲'), option('b', '乙')] })).toBe(false);
});
