import { expect, test } from 'vitest';
import { assignmentSittingTexts } from './assignment-sitting-texts.ts';
import { enTexts } from './texts/en.ts';
import { zhTexts } from './texts/zh-cn.ts';

const sentencesOf = (tree: object, above = ''): [path: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[above + key, value] as [string, string]] : sentencesOf(value as object, `${above}${key}.`),
  );

/** Texts used only in exams: seats, room codes, relay, watching, pauses and marks of cheating. */
const ofExams =
  /^(?:room|guard)\.|^overlay\.(?:paused|pauseReason|cheating)|^release\.(?:code|seat|ticket|rules|noRules|startCame|readyWith|offlineWith|haveCode|announced)|^player\.(?:ticket|relayed)$/;

const wordsOfExams = {
  'zh-CN': /监考|考务|考评|考场|考试|举手|开考|座位/,
  en: /\bexams?\b|invigilator|\bstaff\b|raise your hand|\bseat\b/i,
};
const base = { 'zh-CN': zhTexts, en: enTexts };

test.each(['zh-CN', 'en'] as const)('%s: no text shown over homework mentions an exam, its room or its staff', (language) => {
  const over = new Map(sentencesOf(assignmentSittingTexts[language]));
  const sentences = sentencesOf(base[language]).filter(([path]) => !ofExams.test(path));
  expect(sentences.length).toBeGreaterThan(150);
  expect(sentences.flatMap(([path, text]) => (wordsOfExams[language].test(over.get(path) ?? text) ? [path] : []))).toEqual([]);
});

test('each homework text replaces an existing text and has the same placeholders', () => {
  const figures = (text: string): string[] => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).toSorted();
  const known = new Map(sentencesOf(zhTexts));
  for (const [path, text] of sentencesOf(assignmentSittingTexts['zh-CN'])) {
    expect(known.has(path), path).toBe(true);
    // The text `overlay.extended` has different placeholders: it shows a date as well as the hour, because homework ends days later.
    if (path !== 'overlay.extended') expect(figures(text), path).toEqual(figures(known.get(path) ?? ''));
  }
});
