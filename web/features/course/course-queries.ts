import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { coursewareCalls } from '../../../sync/contract/courseware.ts';
import { call } from '../../platform/call.ts';

export type CoursewareRow = CallOutput<typeof coursewareCalls.getListByIds>['items'][number];

export const useCourse = (id: number | null) =>
  useQuery({
    queryKey: ['course', 'getById', id],
    queryFn: ({ signal }) => call('/course/getById', { id: id ?? 0 }, { signal, quiet: true }),
    enabled: id !== null,
  });

/** The newest two hundred, to choose from. */
export const useAllCourses = () =>
  useQuery({
    queryKey: ['course', 'getList', 'all'],
    queryFn: async ({ signal }) => (await call('/course/getList', { pageSize: 200, sort: '-updatedMs' }, { signal, quiet: true })).items,
  });

/** Courseware by its id. */
export const useCoursewares = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['courseware', 'byIds', [...ids].toSorted((a, b) => a - b)],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, CoursewareRow>> => {
      const { items } = await call('/courseware/getListByIds', { ids: [...ids] }, { signal, quiet: true });
      return new Map(items.map((item) => [item.id, item]));
    },
    placeholderData: keepPreviousData,
  });

export const useUploadLimits = () =>
  useQuery({ queryKey: ['upload', 'getLimits'], queryFn: ({ signal }) => call('/upload/getLimits', {}, { signal, quiet: true }) });
