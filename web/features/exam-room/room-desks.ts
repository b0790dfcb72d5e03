import { useQuery } from '@tanstack/react-query';
import { examPlaceThing, examRoomThing, markerGroupThing } from '../../../sync/contract/exam-place.ts';
import { call } from '../../platform/call.ts';
import type { RowOf } from '../../platform/list-query.ts';
import { callOf, thingDesk } from '../../platform/thing-desk.ts';

export type Place = RowOf<'/examPlace/getList'>;
export type Room = RowOf<'/examRoom/getList'>;
export type MarkerGroup = RowOf<'/markerGroup/getList'>;

export const placeDesk = thingDesk(examPlaceThing, {
  getById: callOf('/examPlace/getById'),
  add: callOf('/examPlace/add'),
  modify: callOf('/examPlace/modify'),
  remove: callOf('/examPlace/remove'),
});
export const roomDesk = thingDesk(examRoomThing, {
  getById: callOf('/examRoom/getById'),
  add: callOf('/examRoom/add'),
  modify: callOf('/examRoom/modify'),
  remove: callOf('/examRoom/remove'),
});
export const groupDesk = thingDesk(markerGroupThing, {
  getById: callOf('/markerGroup/getById'),
  add: callOf('/markerGroup/add'),
  modify: callOf('/markerGroup/modify'),
  remove: callOf('/markerGroup/remove'),
});

export const usePlace = (id: number) =>
  useQuery({ queryKey: ['examPlace', 'one', id], queryFn: ({ signal }) => call('/examPlace/getById', { id }, { signal }) });
export const useRoomsOf = (placeId: number) =>
  useQuery({
    queryKey: ['examRoom', 'options', placeId],
    queryFn: ({ signal }) => call('/examRoom/getOptions', { placeId }, { signal }),
  });
export const useRoom = (id: number | null) =>
  useQuery({
    queryKey: ['examRoom', 'one', id],
    queryFn: ({ signal }) => call('/examRoom/getById', { id: id ?? 0 }, { signal }),
    enabled: id !== null,
  });
export const useMarkers = () =>
  useQuery({
    queryKey: ['exam', 'staff', 'marker'],
    queryFn: ({ signal }) => call('/exam/getStaffOptions', { duty: 'marker' }, { signal }),
  });
