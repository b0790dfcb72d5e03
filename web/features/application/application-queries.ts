import type { CallOutput } from '../../../sync/contract/call.ts';
import type { CallOfPath } from '../../platform/api/call-path.ts';
import type { ListRow } from '../../platform/api/list-query.ts';

export type OwnApplications = CallOutput<CallOfPath<'/enroll/getMine'>>;
export type BatchRow = ListRow<'/batch/getList'>;
export type DeclarationRow = ListRow<'/declaration/getList'>;
export type FormRow = ListRow<'/form/getList'>;
export type ApplicationEntry = ListRow<'/enroll/getList'>;
export type OpenBatch = CallOutput<CallOfPath<'/batch/getOpen'>>['items'][number];
export type RuleSetRow = ListRow<'/ruleSet/getList'>;
