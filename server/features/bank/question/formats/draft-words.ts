import {
  difficulty,
  type DifficultyCode,
  isQuestionTypeName,
  type QuestionTypeName,
  questionTypeNames,
} from '../../../../../sync/contract/codes.ts';
import { toMatchText } from '../../../../../sync/domain/plain-text.ts';

/** Names of each question type that occur in files; `getWrittenTypeName` returns the first. */
const typeNamesByType: Readonly<Record<QuestionTypeName, readonly string[]>> = {
  single: ['单选题', '单选', '单项选择题', '单项选择', '选择题', 'single choice'],
  multiple: ['多选题', '多选', '多项选择题', '多项选择', '不定项选择题', '不定项选择', '不定项', 'multiple choice'],
  judgement: ['判断题', '判断', '判断正误', '是非题', 'true/false', 'true or false'],
  fillIn: ['填空题', '填空', 'fill-in', 'fill in'],
  questionAnswer: ['问答题', '问答', '简答题', '简答', '论述题', '论述', '名词解释', '名词解释题', 'q&a', 'essay'],
  practical: ['实操题', '实操', '技能操作题', '操作题', '实际操作题', '操作技能题', '实作题', 'practical'],
  thesisDefence: ['论文答辩', '答辩题', 'thesis defence'],
  comprehensiveReview: ['综合评审', '评审题', 'comprehensive review'],
  ordering: ['排序题', '排序', 'ordering', 'order'],
  matching: ['匹配题', '匹配', '连线题', '连线', '配对题', '配对', 'matching', 'match'],
};

const byWord = new Map<string, QuestionTypeName>(
  questionTypeNames.flatMap((name) => [
    [name.toLowerCase(), name] as const,
    ...typeNamesByType[name].map((word) => [word.toLowerCase(), name] as const),
  ]),
);
/** Returns the Chinese name of a question type, as it is written to files. Returns a text that names no type unchanged. */
export const getWrittenTypeName = (type: string): string => (isQuestionTypeName(type) && typeNamesByType[type][0]) || type;
export const findTypeName = (word: string): QuestionTypeName | undefined => byWord.get(toMatchText(word).toLowerCase());

/** Checks whether a file lists lettered options for questions of this type. */
export const hasOptionsOfItsOwn = (type: string): boolean => ['single', 'multiple', 'ordering', 'matching'].includes(type);

const levels: Readonly<Record<string, DifficultyCode>> = {
  易: difficulty.easy,
  低: difficulty.easy,
  较低: difficulty.easy,
  较易: difficulty.easy,
  很易: difficulty.easy,
  基础: difficulty.easy,
  简单: difficulty.easy,
  容易: difficulty.easy,
  easy: difficulty.easy,
  '1': difficulty.easy,
  中: difficulty.medium,
  一般: difficulty.medium,
  普通: difficulty.medium,
  适中: difficulty.medium,
  中级: difficulty.medium,
  中等: difficulty.medium,
  medium: difficulty.medium,
  '2': difficulty.medium,
  难: difficulty.hard,
  高: difficulty.hard,
  较高: difficulty.hard,
  较难: difficulty.hard,
  很难: difficulty.hard,
  极难: difficulty.hard,
  困难: difficulty.hard,
  hard: difficulty.hard,
  '3': difficulty.hard,
};
/** Reads a difficulty; '' means medium. A coefficient (难度系数 0.65) is the share of people who answer correctly. */
export function parseDifficulty(given: string): DifficultyCode | undefined {
  const word = toMatchText(given).toLowerCase();
  if (word === '') return difficulty.medium;
  if (!/^(?:0?\.\d{1,3}|1\.0{1,3})$/.test(word)) return levels[word];
  return Number(word) >= 0.7 ? difficulty.easy : Number(word) >= 0.4 ? difficulty.medium : difficulty.hard;
}

const levelWords: readonly (readonly [RegExp, string])[] = [
  [/^(?:高级技师|[一1]级)/, '1'],
  [/^(?:技师|[二2]级)/, '2'],
  [/^(?:高级|[三3]级)/, '3'],
  [/^(?:中级|[四4]级)/, '4'],
  [/^(?:初级|[五5]级)/, '5'],
];
/** Reads "中级工", "四级／中级工" and "4" as level 4; returns any other text unchanged. */
export const parseLevel = (given: string): string => levelWords.find(([word]) => word.test(given.trim()))?.[1] ?? given.trim();
export const difficultyNames: Readonly<Record<DifficultyCode, string>> = { 1: '易', 2: '中', 3: '难' };
