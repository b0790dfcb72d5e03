import { expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { defineCalls } from '../../sync/contract/call.ts';
import type { classCalls } from '../../sync/contract/people/class.ts';
import { defineResourceCalls } from '../../sync/contract/resource-calls.ts';
import { defineResource } from '../../sync/contract/resource.ts';
import type { PlainModule } from './plain-handlers.ts';

const partner = defineResource({
  name: 'partner',
  words: ['合作单位', 'Partner'],
  of: 'school',
  title: 'name',
  fields: { name: { words: ['单位名称', 'Name'], is: z.string(), blank: '', example: '第一机床厂', sort: true } },
  shown: {},
});
const partnerCalls = defineCalls('partner', defineResourceCalls(partner, { read: ['school'], change: ['school'] }));

it('PlainModule names only modules without further calls and without shown values', () => {
  expectTypeOf<PlainModule<{ partner: typeof partnerCalls; class: typeof classCalls }>>().toEqualTypeOf<'partner'>();
});
