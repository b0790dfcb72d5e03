import { examPlaceThing, examRoomThing, markerGroupThing } from '../../../sync/contract/exam-place.ts';
import { useCall } from '../../platform/call-query.ts';
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

export const usePlace = (id: number) => useCall('/examPlace/getById', { id });
export const useRoomsOf = (placeId: number) => useCall('/examRoom/getOptions', { placeId });
export const useRoom = (id: number | null) => useCall('/examRoom/getById', { id: id ?? 0 }, { enabled: id !== null });
export const useMarkers = () => useCall('/exam/getStaffOptions', { duty: 'marker' });
