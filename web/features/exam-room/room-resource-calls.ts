import { examPlaceResource, examRoomResource, markerGroupResource } from '../../../sync/contract/exams/exam-place.ts';
import { useCall, type ListRow } from '../../platform/api/call-query.ts';
import { createCall, createResourceCalls } from '../../platform/forms/create-resource-calls.ts';

export type ExamPlace = ListRow<'/examPlace/getList'>;
export type ExamRoom = ListRow<'/examRoom/getList'>;
export type MarkerGroup = ListRow<'/markerGroup/getList'>;

export const examPlaceResourceCalls = createResourceCalls(examPlaceResource, {
  getById: createCall('/examPlace/getById'),
  add: createCall('/examPlace/add'),
  modify: createCall('/examPlace/modify'),
  remove: createCall('/examPlace/remove'),
});
export const examRoomResourceCalls = createResourceCalls(examRoomResource, {
  getById: createCall('/examRoom/getById'),
  add: createCall('/examRoom/add'),
  modify: createCall('/examRoom/modify'),
  remove: createCall('/examRoom/remove'),
});
export const markerGroupResourceCalls = createResourceCalls(markerGroupResource, {
  getById: createCall('/markerGroup/getById'),
  add: createCall('/markerGroup/add'),
  modify: createCall('/markerGroup/modify'),
  remove: createCall('/markerGroup/remove'),
});

export const useExamPlace = (id: number) => useCall('/examPlace/getById', { id });
export const useRoomsOfPlace = (placeId: number) => useCall('/examRoom/getOptions', { placeId });
export const useExamRoom = (id: number | null) => useCall('/examRoom/getById', { id: id ?? 0 }, { enabled: id !== null });
export const useMarkers = () => useCall('/exam/getStaffOptions', { duty: 'marker' });
