import { expect, it } from 'vitest';
import { sectionType } from '../../../../sync/contract/codes.ts';
import type { StoredQuestion } from '../../bank/question/question-reads.ts';
import { freezePaper, listFreezeWarnings, maxPaperTextLength, listPublishObstacles } from './paper-freeze.ts';

const section = {
  title: '一、单选题',
  type: sectionType.single,
  count: 60,
  pointsEach: 1,
  partial: false,
  categories: [],
  difficulty: null,
  tags: [],
  level: null,
};
const ids = Array.from({ length: 60 }, (_, at) => at + 1);
const paper = {
  sections: [section],
  rules: { layout: 'one', shuffleQuestions: false, shuffleOptions: false },
  variants: [{ sections: [ids.map((id) => ({ id, locked: false }))] }],
} as unknown as Parameters<typeof freezePaper>[0];
const uploads = { dataAddress: async () => 'missing' } as unknown as Parameters<typeof freezePaper>[2];
const name = { planId: 1, variant: 'A', at: 0, version: 1, title: '理论' };
const question = (stem: string) =>
  ({ stem, material: '', options: [{ id: 'a', html: '甲' }], key: { kind: 'choice', right: ['a'] } }) as unknown as StoredQuestion;

it('freezePaper stops at the maximum text length, reports it, and yields to the event loop meanwhile', async () => {
  const wide = `$\\begin{matrix}${'&'.repeat(700)}\\end{matrix}$`;
  const frozen = async (stem: string) => {
    let othersTurns = 0;
    const other = setInterval(() => (othersTurns += 1), 0);
    const made = await freezePaper(paper, new Map(ids.map((id) => [id, question(stem)])), uploads, name);
    clearInterval(other);
    return { made, othersTurns };
  };
  const plain = await frozen('电流的单位是 $I$');
  expect(listPublishObstacles(plain.made)).toEqual([]);
  expect(plain.made.content.sections[0]?.items).toHaveLength(60);

  const { made, othersTurns } = await frozen(wide.repeat(25));
  expect(made.textLength).toBeGreaterThan(maxPaperTextLength);
  expect(JSON.stringify(made.content).length).toBeLessThan(3 * maxPaperTextLength);
  expect(listPublishObstacles(made).map((each) => each['zh-CN'])).toEqual([expect.stringContaining('20 MB')]);
  expect(othersTurns).toBeGreaterThan(0);
});

it('freezePaper keeps the option order of questions whose options refer to others, with a warning', async () => {
  const speaking = {
    ...question('题'),
    options: [
      { id: 'a', html: '甲' },
      { id: 'b', html: '以上都是' },
    ],
  } as unknown as StoredQuestion;
  const questions = new Map(ids.map((id) => [id, id === 7 ? speaking : question('题')]));
  const shuffling = { ...paper, rules: { ...paper.rules, shuffleOptions: true } };
  const frozen = await freezePaper(shuffling, questions, uploads, name);
  expect(frozen.content.sections[0]?.items.filter((item) => item.optionsInOrder).map((item) => item.id)).toEqual(['7']);
  expect(listFreezeWarnings(frozen).map((each) => each.en)).toEqual([
    'Question 7 has an option that refers to other options; its options are not shuffled',
  ]);
  expect(listFreezeWarnings(await freezePaper(paper, questions, uploads, name))).toEqual([]);
});

it('freezePaper stores a recording once under an id, and stems keep its place and its play limit', async () => {
  const file = '0123456789abcdef0123456789abcdef';
  const sound = (plays: string) => `<p>听</p><audio src="/uploads/${file}.mp3"${plays}></audio>`;
  const media = { ...uploads, mediaAddress: async () => 'data:audio/mpeg;base64,AAAA' } as unknown as typeof uploads;
  const optioned = { ...question('题'), options: [{ id: 'a', html: sound('') }] } as unknown as StoredQuestion;
  const stems = new Map([
    [1, question(sound(' data-plays="2"'))],
    [2, { ...question('题'), material: sound('') }],
    [3, optioned],
  ] as [number, StoredQuestion][]);
  const few = {
    ...paper,
    variants: [{ sections: [[1, 2, 3].map((id) => ({ id, locked: false }))] }],
    sections: [{ ...section, count: 3 }],
  };
  const frozen = await freezePaper(few, stems, media, name);
  expect(frozen.content.media).toEqual({ '01234567': 'data:audio/mpeg;base64,AAAA' });
  const [first, second, third] = frozen.content.sections[0]?.items ?? [];
  expect(first?.stemHtml).toBe('<p>听</p><span data-media="01234567" data-plays="2"></span>');
  expect(second?.stemHtml).toContain('<span data-media="01234567"></span></blockquote>');
  expect(third?.options[0]?.html).toBe('<p>听</p>');
  expect(JSON.stringify(frozen.content)).not.toContain(file);
  expect(listPublishObstacles(frozen)).toEqual([]);
  expect(listFreezeWarnings(frozen).map((each) => each.en)).toEqual([
    'Audio or video in an option of question 3 is not played in an exam. Move it to the stem',
  ]);
});

it('a file that is missing, too large or no recording prevents the publication of a paper', async () => {
  const stem = question(`<audio src="/uploads/${'0'.repeat(32)}.mp3"></audio>`);
  const one = { ...paper, variants: [{ sections: [[{ id: 1, locked: false }]] }], sections: [{ ...section, count: 1 }] } as typeof paper;
  const obstacles = async (address: string) => {
    const media = { ...uploads, mediaAddress: async () => address } as unknown as typeof uploads;
    return listPublishObstacles(await freezePaper(one, new Map([[1, stem]]), media, name)).map((each) => each['zh-CN']);
  };
  expect(await obstacles('missing')).toEqual(['第 1 题的音频或视频已不存在，请重新上传']);
  expect(await obstacles('notMedia')).toEqual(['第 1 题引用的文件不是音频或视频']);
  expect(await obstacles('mediaTooLarge')).toEqual([expect.stringContaining('超过 8 MB')]);
  expect(await obstacles(`data:audio/mpeg;base64,${'A'.repeat(13 * 1024 * 1024)}`)).toEqual([
    '图片和音视频共 13 MB，超过上限 12 MB，请压缩：第 1 题 13 MB',
  ]);
});
