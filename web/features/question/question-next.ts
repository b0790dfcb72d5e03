import { pointFilter } from './point-filter.ts';
import type { QuestionFormValues } from './question-form-values.ts';

/** Returns the query string of the form for the next question of a series, filed like the last one. */
export const createNextQuery = ({ type, category, profId, level, pointCode }: QuestionFormValues) =>
  new URLSearchParams({
    type: String(type),
    ...(category !== '' && { category }),
    ...(profId !== null && level !== null && pointCode !== '' && { point: pointFilter.write({ profId, level, pointCode }) }),
  });
