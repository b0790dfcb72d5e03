import { enrolmentBatchResource } from '../../../sync/contract/applications/batch.ts';
import { declarationResource } from '../../../sync/contract/applications/declaration.ts';
import { formResource } from '../../../sync/contract/applications/form.ts';
import { ruleCases, ruleLevels, ruleSetResource } from '../../../sync/contract/applications/rule-set.ts';
import { eligibilityRules2023 } from '../../../sync/domain/applications/eligibility-2023.ts';
import { eligibilityCases2023 } from '../../../sync/domain/applications/eligibility-cases.ts';
import { createCall, createResourceCalls } from '../../platform/forms/create-resource-calls.ts';

export const batchResourceCalls = createResourceCalls(enrolmentBatchResource, {
  getById: createCall('/batch/getById'),
  add: createCall('/batch/add'),
  modify: createCall('/batch/modify'),
  remove: createCall('/batch/remove'),
});
export const declarationResourceCalls = createResourceCalls(declarationResource, {
  getById: createCall('/declaration/getById'),
  add: createCall('/declaration/add'),
  modify: createCall('/declaration/modify'),
  remove: createCall('/declaration/remove'),
});
export const formResourceCalls = createResourceCalls(formResource, {
  getById: createCall('/form/getById'),
  add: createCall('/form/add'),
  modify: createCall('/form/modify'),
  remove: createCall('/form/remove'),
});
const ruleSets = createResourceCalls(ruleSetResource, {
  getById: createCall('/ruleSet/getById'),
  add: createCall('/ruleSet/add'),
  modify: createCall('/ruleSet/modify'),
  remove: createCall('/ruleSet/remove'),
});
/** Calls for sets of eligibility rules. A new set starts as a copy of the rules that the product ships, with their test cases. */
export const ruleSetResourceCalls = {
  ...ruleSets,
  blank: {
    ...ruleSets.blank,
    standard: eligibilityRules2023.standard,
    levels: ruleLevels.parse(eligibilityRules2023.levels),
    cases: ruleCases.parse(eligibilityCases2023),
  },
};
