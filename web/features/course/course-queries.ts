import { keepPreviousData } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { coursewareCalls } from '../../../sync/contract/learning/courseware.ts';
import { useCall } from '../../platform/api/call-query.ts';
import { createOptionSource } from '../../platform/api/option-picker.tsx';

export type CoursewareRow = CallOutput<typeof coursewareCalls.getListByIds>['items'][number];

export const useCourse = (id: number | null) => useCall('/course/getById', { id: id ?? 0 }, { quiet: true, enabled: id !== null });

export const courseOptions = createOptionSource('/course/getList', {
  sort: '-updatedMs',
  chosen: '/course/getById',
  optionOf: ({ id, title }) => ({ value: String(id), label: title }),
});

const indexById = ({ items }: { items: readonly CoursewareRow[] }): ReadonlyMap<number, CoursewareRow> =>
  new Map(items.map((item) => [item.id, item]));

/** Loads learning materials and returns them by id. */
export const useCoursewares = (ids: readonly number[]) =>
  useCall(
    '/courseware/getListByIds',
    { ids: ids.toSorted((a, b) => a - b) },
    { quiet: true, select: indexById, placeholderData: keepPreviousData },
  );

export const useUploadLimits = () => useCall('/upload/getLimits', {}, { quiet: true });
