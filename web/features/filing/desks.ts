import { batchThing } from '../../../sync/contract/batch.ts';
import { declarationThing } from '../../../sync/contract/declaration.ts';
import { formThing } from '../../../sync/contract/form.ts';
import { ruleCases, ruleLevels, ruleSetThing } from '../../../sync/contract/rule-set.ts';
import { rules2023 } from '../../../sync/machines/eligibility-2023.ts';
import { cases2023 } from '../../../sync/machines/eligibility-cases.ts';
import { callOf, thingDesk } from '../../platform/thing-desk.ts';

export const batchDesk = thingDesk(batchThing, {
  getById: callOf('/batch/getById'),
  add: callOf('/batch/add'),
  modify: callOf('/batch/modify'),
  remove: callOf('/batch/remove'),
});
export const declarationDesk = thingDesk(declarationThing, {
  getById: callOf('/declaration/getById'),
  add: callOf('/declaration/add'),
  modify: callOf('/declaration/modify'),
  remove: callOf('/declaration/remove'),
});
export const formDesk = thingDesk(formThing, {
  getById: callOf('/form/getById'),
  add: callOf('/form/add'),
  modify: callOf('/form/modify'),
  remove: callOf('/form/remove'),
});
const ruleSets = thingDesk(ruleSetThing, {
  getById: callOf('/ruleSet/getById'),
  add: callOf('/ruleSet/add'),
  modify: callOf('/ruleSet/modify'),
  remove: callOf('/ruleSet/remove'),
});
/** A new rule set starts as a copy of the shipped rules with their test cases. */
export const ruleSetDesk = {
  ...ruleSets,
  blank: {
    ...ruleSets.blank,
    standard: rules2023.standard,
    levels: ruleLevels.parse(rules2023.levels),
    cases: ruleCases.parse(cases2023),
  },
};
