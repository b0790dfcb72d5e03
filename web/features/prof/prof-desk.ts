import { professionThing } from '../../../sync/contract/prof.ts';
import { callOf, thingDesk } from '../../platform/thing-desk.ts';

export const professionDesk = thingDesk(professionThing, {
  getById: callOf('/prof/getById'),
  add: callOf('/prof/add'),
  modify: callOf('/prof/modify'),
  remove: callOf('/prof/remove'),
});
