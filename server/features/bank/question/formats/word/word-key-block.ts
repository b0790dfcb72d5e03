import { type KeyTitle, parseKeyTitle } from './word-key.ts';
import { type WordAnswerKey, type KeyAnswer, type KeySection, readAnswerKey } from './word-key-read.ts';
import type { Paragraph } from './word-lines.ts';
import { hasAnswerInStem, type OpenQuestion } from './word-open-question.ts';

/**
 * Maximum number of answer-key titles that are examined from each end of a document. A document can have very many, because "答案：" may occur at every
 * question.
 */
const mostTitles = 12;

/**
 * Finds the answer keys of a document. `questions`: its questions, read as if the answer keys were part of the text. The answers of each key must fit
 * these questions.
 */
export function findAnswerKeys(paragraphs: readonly Paragraph[], questions: readonly OpenQuestion[]): readonly WordAnswerKey[] {
  const titles = paragraphs.flatMap((paragraph, at) => {
    const title = parseKeyTitle(paragraph);
    return title ? [{ at, title }] : [];
  });
  const checkedTitles = titles.length > mostTitles * 2 ? [...titles.slice(0, mostTitles), ...titles.slice(-mostTitles)] : titles;
  const keys: WordAnswerKey[] = [];
  for (const { at, title } of checkedTitles) {
    if (at < (keys.at(-1)?.to ?? 0)) continue;
    const questionsOutsideKeys = questions.filter(({ source }) => !keys.some((key) => source >= key.from && source < key.to));
    const above = questionsOutsideKeys.filter(({ source }) => source < at);
    const isFirst = above.length === 0;
    const key = readAnswerKey(paragraphs, at, title, isFirst ? undefined : above);
    const isRest = key.hasOnlyChoiceAnswers && title.isUnambiguous && key.to === paragraphs.length && !isFirst && key.answers.length > 0;
    const pool = isFirst ? questionsOutsideKeys.filter(({ source }) => source >= key.to) : above;
    if (isRest || isFittingKey(key, title, pool, keys)) keys.push(key);
  }
  return keys;
}

/** Accepts a key if at least four fifths of its answers have a question, and at least half of the questions without an answer get one from it. */
function isFittingKey(key: WordAnswerKey, title: KeyTitle, pool: readonly OpenQuestion[], keys: readonly WordAnswerKey[]): boolean {
  if (key.answers.length < 2) return false;
  const answered = new Set(keys.flatMap((each) => [...matchKeyAnswers(each, pool).keys()]));
  // A bare "答案：" above a key directly follows a question and was read as that question's answer line.
  const last = title.isUnambiguous ? undefined : pool.findLast(({ source }) => source < key.from);
  const isWaiting = (each: OpenQuestion): boolean => !answered.has(each) && (each === last || !each.fields.has('answer'));
  const open = new Set(pool.filter((each) => isWaiting(each) && !hasAnswerInStem(each)));
  const matched = [...matchKeyAnswers(key, pool).keys()].filter((each) => title.isUnambiguous || isWaiting(each));
  if (matched.length * 5 < key.answers.length * 4 || matched.filter((each) => open.has(each)).length * 2 < open.size) return false;
  return title.isUnambiguous || open.size >= 2;
}

/** Finds the question of each answer: the nearest one above the key, or the first one below a key that comes before the questions. */
export function matchKeyAnswers({ answers, from }: WordAnswerKey, questions: readonly OpenQuestion[]): Map<OpenQuestion, KeyAnswer> {
  const questionsAbove = questions.filter(({ source }) => source < from).toReversed();
  const pool = questionsAbove.length > 0 ? questionsAbove : questions;
  const byNumber = Map.groupBy(pool, ({ number }) => number);
  const sections = new Set(pool.map(({ section }) => section));
  const types = new Set(pool.map(({ typeWord }) => getTypeFamily(typeWord)));
  const isInSection = (section: KeySection | undefined, each: OpenQuestion): boolean => {
    if (section === undefined) return true;
    if (section.number !== '' && sections.has(section.number)) return each.section === section.number;
    const type = getTypeFamily(section.type ?? '');
    return type === '' || !types.has(type) || getTypeFamily(each.typeWord) === type;
  };
  const answerByQuestion = new Map<OpenQuestion, KeyAnswer>();
  for (const answer of answers) {
    const alike = byNumber.get(answer.number)?.slice(0, mostAlike) ?? [];
    const question = alike.find((each) => isInSection(answer.section, each) && !answerByQuestion.has(each));
    if (question) answerByQuestion.set(question, answer);
  }
  return answerByQuestion;
}

/** Maximum number of questions with the same number that are compared with one answer. Numbers repeat because each section may start again at 1. */
const mostAlike = 100;

/** Groups types: "选择题" above the questions may be "单选题" above their answers. */
const getTypeFamily = (type: string): string => (type === 'single' || type === 'multiple' ? 'choice' : type);
