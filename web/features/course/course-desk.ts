import { courseThing } from '../../../sync/contract/course.ts';
import { coursewareThing } from '../../../sync/contract/courseware.ts';
import { callOf, thingDesk } from '../../platform/thing-desk.ts';

export const courseDesk = thingDesk(courseThing, {
  getById: callOf('/course/getById'),
  add: callOf('/course/add'),
  modify: callOf('/course/modify'),
  remove: callOf('/course/remove'),
});

export const coursewareDesk = thingDesk(coursewareThing, {
  getById: callOf('/courseware/getById'),
  add: callOf('/courseware/add'),
  modify: callOf('/courseware/modify'),
  remove: callOf('/courseware/remove'),
});
