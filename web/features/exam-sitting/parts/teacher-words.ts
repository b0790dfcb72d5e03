import { createContext } from 'react';
import type { PlanNotice } from '../../../../sync/contract/sitting.ts';

/** What a teacher said to an answer when the work was given back, by item. */
export const TeacherWords = createContext<ReadonlyMap<string, string>>(new Map());

export const wordsOf = (notice: PlanNotice): ReadonlyMap<string, string> =>
  new Map(notice.task?.returned?.items.map(({ itemId, comment }) => [itemId, comment]));
