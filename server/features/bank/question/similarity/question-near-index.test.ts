import { expect, it } from 'vitest';
import { NearQuestionIndex, type QuestionSketch } from './question-near-index.ts';
import { computeBands, computeSortedShingles } from './question-sketch.ts';

const sketchOf = (plain: string): QuestionSketch => ({ bands: computeBands(plain, 1), shingles: computeSortedShingles(plain) });
const template = (n: number): string =>
  `一台三相异步电动机的额定功率为某一数值，已知其额定转速、极对数和电源频率，求第 ${n} 种工况下的转差率（ ）。`;

it('NearQuestionIndex finds each near-duplicate once, and no other question', async () => {
  const index = new NearQuestionIndex(
    new Map([
      [1, sketchOf('测量额定电压 380 V 的电动机绕组绝缘电阻，应选用额定电压为（ ）的兆欧表。')],
      [2, sketchOf('测量额定电压 380 V 的电动机绕组绝缘电阻时，应选用额定电压为（ ）的兆欧表。')],
      [3, sketchOf('变压器油的主要作用是绝缘和（ ）。')],
    ]),
  );
  for (const id of [1, 2, 3]) index.add(id);
  expect(await index.findSimilar(1)).toEqual([2]);
  expect(await index.findSimilar(3)).toEqual([]);
  expect(await index.findSimilar(99)).toEqual([]);
});

it('NearQuestionIndex yields to the event loop while it compares a bank made from one template', async () => {
  const sketches = new Map(Array.from({ length: 600 }, (_, n) => [n, sketchOf(template(n))] as const));
  const index = new NearQuestionIndex(sketches);
  let othersTurns = 0;
  const other = setInterval(() => (othersTurns += 1), 0);
  let pairs = 0;
  for (const id of sketches.keys()) {
    pairs += (await index.findSimilar(id)).length;
    index.add(id);
  }
  clearInterval(other);
  expect(pairs).toBe((600 * 599) / 2);
  expect(othersTurns).toBeGreaterThan(5);
  expect(await index.findSimilar(599, 1)).toHaveLength(1);
});
