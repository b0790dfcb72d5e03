import { createContext } from 'react';
import type { TaskNotice } from '../../../../sync/contract/task-notice.ts';
import type { PlanNotice } from '../../../../sync/contract/sitting.ts';

/** What a teacher said to an answer when the work was given back, by item. */
export type Words = NonNullable<TaskNotice['returned']>['items'][number];
export const TeacherWords = createContext<ReadonlyMap<string, Words>>(new Map());

export const wordsOf = (notice: PlanNotice): ReadonlyMap<string, Words> =>
  new Map(notice.task?.returned?.items.map((item) => [item.itemId, item]));
