import { difficulty, type DifficultyCode } from '../../../../sync/contract/codes.ts';
import { type TypeName, typeNames } from '../../../../sync/contract/question-file.ts';

/** Chinese name of each type, first the one we write. */
export const typeWords: Readonly<Record<TypeName, readonly string[]>> = {
  single: ['单选题', '单选', '单项选择题', '选择题', 'single choice'],
  multiple: ['多选题', '多选', '多项选择题', '不定项选择题', 'multiple choice'],
  judgement: ['判断题', '判断', '是非题', 'true/false', 'true or false'],
  fillIn: ['填空题', '填空', 'fill-in', 'fill in'],
  questionAnswer: ['问答题', '问答', '简答题', '论述题', 'q&a', 'essay'],
  practical: ['实操题', '实操', '技能操作题', 'practical'],
  thesisDefence: ['论文答辩', '答辩题', 'thesis defence'],
  comprehensiveReview: ['综合评审', '评审题', 'comprehensive review'],
};

const byWord = new Map<string, TypeName>(
  (Object.keys(typeNames) as TypeName[]).flatMap((name) => [
    [name.toLowerCase(), name] as const,
    ...typeWords[name].map((word) => [word.toLowerCase(), name] as const),
  ]),
);
export const typeNameOfWord = (word: string): TypeName | undefined => byWord.get(word.normalize('NFKC').trim().toLowerCase());

const levels: Readonly<Record<string, DifficultyCode>> = {
  易: difficulty.easy,
  简单: difficulty.easy,
  容易: difficulty.easy,
  easy: difficulty.easy,
  '1': difficulty.easy,
  中: difficulty.medium,
  中等: difficulty.medium,
  medium: difficulty.medium,
  '2': difficulty.medium,
  难: difficulty.hard,
  困难: difficulty.hard,
  hard: difficulty.hard,
  '3': difficulty.hard,
};
/** '' is medium. */
export const difficultyOf = (word: string): DifficultyCode | undefined =>
  word.trim() === '' ? difficulty.medium : levels[word.trim().toLowerCase()];
export const difficultyWords: Readonly<Record<DifficultyCode, string>> = { 1: '易', 2: '中', 3: '难' };
