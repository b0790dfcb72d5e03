import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallAt } from '../../platform/call-path.ts';
import type { RowOf } from '../../platform/list-query.ts';

export type MineAnswer = CallOutput<CallAt<'/enroll/getMine'>>;
export type BatchRow = RowOf<'/batch/getList'>;
export type DeclarationRow = RowOf<'/declaration/getList'>;
export type FormRow = RowOf<'/form/getList'>;
export type FilingEntry = RowOf<'/enroll/getList'>;
export type OpenBatch = CallOutput<CallAt<'/batch/getOpen'>>['items'][number];
export type RuleSetRow = RowOf<'/ruleSet/getList'>;
