import { articleThing } from '../../../sync/contract/article.ts';
import { callOf, thingDesk } from '../../platform/thing-desk.ts';

export const articleDesk = thingDesk(articleThing, {
  getById: callOf('/info/getById'),
  add: callOf('/info/add'),
  modify: callOf('/info/modify'),
  remove: callOf('/info/remove'),
});
