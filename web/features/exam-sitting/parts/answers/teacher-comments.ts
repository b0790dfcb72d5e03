import { createContext } from 'react';
import type { AssignmentNotice, PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';

/** A teacher's comment and notes on one answer of returned homework. */
export type TeacherItemComment = NonNullable<AssignmentNotice['returned']>['items'][number];
/** Comments and notes of returned homework, by item id. */
export const TeacherCommentsContext = createContext<ReadonlyMap<string, TeacherItemComment>>(new Map());

export const mapTeacherComments = (notice: PlanNotice): ReadonlyMap<string, TeacherItemComment> =>
  new Map(notice.task?.returned?.items.map((item) => [item.itemId, item]));
