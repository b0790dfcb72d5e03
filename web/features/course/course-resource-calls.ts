import { courseResource } from '../../../sync/contract/learning/course.ts';
import { coursewareResource } from '../../../sync/contract/learning/courseware.ts';
import { createCall, createResourceCalls } from '../../platform/forms/create-resource-calls.ts';

export const courseResourceCalls = createResourceCalls(courseResource, {
  getById: createCall('/course/getById'),
  add: createCall('/course/add'),
  modify: createCall('/course/modify'),
  remove: createCall('/course/remove'),
});

export const coursewareResourceCalls = createResourceCalls(coursewareResource, {
  getById: createCall('/courseware/getById'),
  add: createCall('/courseware/add'),
  modify: createCall('/courseware/modify'),
  remove: createCall('/courseware/remove'),
});
