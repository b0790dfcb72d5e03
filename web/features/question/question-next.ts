import { pointFilter } from './point-filter.ts';
import type { QuestionFormValues } from './question-form-values.ts';

/** What the next question of a row of them has in common with the last. */
export const filingOf = ({
  type,
  category,
  difficulty,
  uniformity,
  tags,
  source,
  scoreHint,
  profId,
  tradeId,
  level,
  pointCode,
}: QuestionFormValues) => ({
  type,
  category,
  difficulty,
  uniformity,
  tags,
  source,
  scoreHint,
  profId,
  tradeId,
  level,
  pointCode,
});

/** The same for the address of the page where the next one is written. */
export const nextOf = ({ type, category, profId, level, pointCode }: QuestionFormValues) =>
  new URLSearchParams({
    type: String(type),
    ...(category !== '' && { category }),
    ...(profId !== null && level !== null && pointCode !== '' && { point: pointFilter.write({ profId, level, pointCode }) }),
  });
