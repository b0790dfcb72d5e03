import { examSittingTexts } from '../features/exam-sitting/exam-sitting-texts.ts';
import { examPlanTexts } from '../features/exam-plan/exam-plan-texts.ts';
import { homeTexts } from '../features/home/home-texts.ts';
import { paperTexts } from '../features/paper/paper-texts.ts';
import { questionTexts } from '../features/question/question-texts.ts';
import { signInTexts } from '../features/sign-in/sign-in-texts.ts';
import { codeTexts } from '../ui/code-texts.ts';
import { uiTexts } from '../ui/ui-texts.ts';
import { appTexts } from './app-texts.ts';

/** Every catalogue of the web, by namespace. A module adds its line here. */
export const catalogues = {
  examSitting: examSittingTexts,
  app: appTexts,
  ui: uiTexts,
  signIn: signInTexts,
  home: homeTexts,
  codes: codeTexts,
  question: questionTexts,
  paper: paperTexts,
  examPlan: examPlanTexts,
};
