import { classThing } from '../../../sync/contract/class.ts';
import { callOf, thingDesk } from '../../platform/thing-desk.ts';

export const classDesk = thingDesk(classThing, {
  getById: callOf('/class/getById'),
  add: callOf('/class/add'),
  modify: callOf('/class/modify'),
  remove: callOf('/class/remove'),
});
