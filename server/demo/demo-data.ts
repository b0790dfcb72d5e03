import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type DetailLine, detailLine } from '../../sync/contract/bank/detail.ts';
import { questionBody, type QuestionBody } from '../../sync/contract/bank/question-body.ts';

/** Reads a file of `data` with one JSON object a line. Throws an error that names the line if `schema` refuses it. */
function readJsonLines<T>(name: string, schema: z.ZodType<T>): T[] {
  const lines = readFileSync(join(import.meta.dirname, 'data', name), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line, at) => {
    const { data, error } = schema.safeParse(JSON.parse(line));
    if (error) throw new Error(`${name}, line ${at + 1}: ${z.prettifyError(error)}`);
    return data;
  });
}

/** Schema of one line of `electrician-questions.jsonl`, which is one question. Values that most questions share are defaults, so lines omit them. */
const electricianQuestion = questionBody.extend({
  options: questionBody.shape.options.default([]),
  analysis: questionBody.shape.analysis.default(''),
  source: questionBody.shape.source.default('稳考示范题库（电工 四级）'),
  level: questionBody.shape.level.default(4),
});

/** Reads all questions for 电工 level 4, each with the code of its assessment point. The caller adds the profession. */
export const readElectricianQuestions = (): QuestionBody[] => readJsonLines('electrician-questions.jsonl', electricianQuestion);

/** Reads the detail table (tree of assessment points with weights) for 电工 level 4. Weights of the first two levels are the sums of the third. */
export const readElectricianDetailLines = (): DetailLine[] => readJsonLines('electrician-detail-lines.jsonl', detailLine);

const writtenAnswer = z.object({ question: z.int().min(0), text: z.string() });

/**
 * Reads answers of examinees to the two written questions of the exam that is waiting to be marked. `question`: 0 for the first, 1 for the second.
 */
export const readWrittenAnswers = (): z.output<typeof writtenAnswer>[] => readJsonLines('written-answers.jsonl', writtenAnswer);

const article = z.object({
  title: z.string(),
  category: z.string(),
  summary: z.string(),
  body: z.string(),
  pinned: z.boolean(),
  daysAgo: z.int(),
});

/** Reads the articles of the demo school. `daysAgo`: age in days. */
export const readArticles = (): z.output<typeof article>[] => readJsonLines('articles.jsonl', article);

const applicant = z.object({
  name: z.string(),
  born: z.string(),
  sex: z.enum(['男', '女']),
  employer: z.string(),
  since: z.string(),
  post: z.string(),
});

/** Reads the people who enrol at the demo school. `born`: "19960412"; `since`: month in which their work began. */
export const readApplicants = (): z.output<typeof applicant>[] => readJsonLines('applicants.jsonl', applicant);

/** Reads a film, document or picture of the demo data. */
export const readMedia = (name: string): Buffer<ArrayBuffer> => Buffer.from(readFileSync(join(import.meta.dirname, 'data', 'media', name)));
