import type { FormAnswers, FormDesign, FormField } from '../../../sync/contract/applications/form-design.ts';
import { listShownFields } from '../../../sync/domain/applications/form-rules.ts';

/** One page of the form wizard: a section with its fields. */
export interface FormStep {
  readonly key: string;
  readonly title: string;
  readonly hint: string;
  readonly fields: readonly FormField[];
}

/** Splits a form into steps by its sections. Fields before the first section form a step without a title. */
export function splitFormSteps(design: FormDesign, answers: FormAnswers): FormStep[] {
  const steps: { key: string; title: string; hint: string; fields: FormField[] }[] = [];
  for (const field of listShownFields(design, answers)) {
    if (field.type === 'section') steps.push({ key: field.key, title: field.label, hint: field.hint, fields: [] });
    else {
      if (steps.length === 0 || (field.key === 'proof0' && field.meaning === null))
        steps.push({ key: `step-${field.key}`, title: '', hint: '', fields: [] });
      steps.at(-1)?.fields.push(field);
    }
  }
  return steps;
}

/** Finds the index of the step that contains a faulty field. */
export const findStepIndex = (steps: readonly FormStep[], path: string): number =>
  Math.max(
    0,
    steps.findIndex((step) => step.fields.some((field) => field.key === path.split('.')[0])),
  );
