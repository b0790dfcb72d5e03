import { expect, test } from 'vitest';
import { newCategoryPath } from './bank/category.ts';
import { classResource } from './people/class.ts';
import { shortText } from './scalars.ts';

test('a name loses invisible characters and is refused if no visible one is left', () => {
  for (const name of ['一班', '一\u200B班', '\uFEFF一班\u2060', ' 一班\u00AD']) expect(shortText.parse(name)).toBe('一班');
  expect(shortText.parse('e\u0301')).toBe(shortText.parse('\u00E9'));
  expect(shortText.parse('电工 \u3000 一班')).toBe('电工 一班');
  const room = { grade: '', headTeacherId: null, teacherIds: [], note: '' };
  for (const name of ['\u200B', '\u200B \u202E', ' '])
    expect(classResource.draft.safeParse({ ...room, name }).error?.issues.map((issue) => issue.path)).toEqual([['name']]);
});

test('a category path is normalised level by level and refused if a level is empty', () => {
  expect(newCategoryPath.parse(' 甲/ 乙\u200B /丙')).toBe('甲/乙/丙');
  expect(newCategoryPath.parse('\u200B')).toBe('');
  expect(newCategoryPath.min(1).safeParse('\u200B').success).toBe(false);
  for (const path of ['甲//乙', '甲/\u200B/乙', '/甲', '甲/']) expect(newCategoryPath.safeParse(path).success).toBe(false);
});
