import { createContext } from 'react';
import type { TaskNotice } from '../../../../sync/contract/task-notice.ts';
import type { PlanNotice } from '../../../../sync/contract/sitting.ts';

/** A teacher's comment and notes on one answer of returned homework. */
export type Words = NonNullable<TaskNotice['returned']>['items'][number];
/** Comments and notes of returned homework, by item id. */
export const TeacherWords = createContext<ReadonlyMap<string, Words>>(new Map());

export const wordsOf = (notice: PlanNotice): ReadonlyMap<string, Words> =>
  new Map(notice.task?.returned?.items.map((item) => [item.itemId, item]));
