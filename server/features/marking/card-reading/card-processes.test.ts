import { expect, test } from 'vitest';
import { drawPage, flatScene } from '../../../../tests/fixtures/answer-card/synthetic-page.ts';
import { formatCardCode } from '../../../../sync/domain/answer-card/card-code.ts';
import { type CardLayout, layOutCard } from '../../../../sync/domain/answer-card/card-layout.ts';
import { type CardReadingTask, readCardsInProcesses } from './card-processes.ts';
import { encodePng } from './cut-boxes.ts';

test('A picture that crashes its process is reported as not decoded, and later pictures are still read', async () => {
  const layout = layOutCard([{ title: '一、单项选择题', rows: [{ label: '1', options: ['A', 'B'], many: false }], boxes: [] }]);
  const [page] = layout.pages;
  if (page === undefined) throw new Error('a card has a page');
  // The reader throws at a page without rows. This ends the process, just as a fault of the native decoder would.
  const broken = { hash: '0BAD0BAD', pages: [{}] } as unknown as CardLayout;
  const draw = (scanId: number, hash: string): CardReadingTask => {
    const code = formatCardCode({ planId: 1, userId: scanId, page: 1, pages: 1, layout: hash });
    return { scanId, bytes: encodePng(drawPage(page, code, [], flatScene)) };
  };
  const waiting = [
    draw(1, broken.hash),
    draw(2, broken.hash),
    draw(3, layout.hash),
    { scanId: 4, bytes: new Uint8Array() },
    draw(5, layout.hash),
  ];
  const kinds = new Map<number, string>();
  await readCardsInProcesses(
    [layout, broken],
    () => Promise.resolve(waiting.shift()),
    (scanId, { reading }) => Promise.resolve(void kinds.set(scanId, reading.kind)),
  );
  expect([...kinds].toSorted(([a], [b]) => a - b)).toEqual([
    [1, 'notDecoded'],
    [2, 'notDecoded'],
    [3, 'page'],
    [4, 'notDecoded'],
    [5, 'page'],
  ]);
});
