import { uiTexts } from '../ui/ui-texts.ts';
import { appTexts } from './app-texts.ts';

/** Every page says something of these: they are in the first chunk. */
export const firstCatalogues = { app: appTexts, ui: uiTexts };

/** The rest come with the pages that name them in their row. A module adds its line here. */
export const laterCatalogues = {
  codes: async () => (await import('../ui/code-texts.ts')).codeTexts,
  signIn: async () => (await import('../features/sign-in/sign-in-texts.ts')).signInTexts,
  home: async () => (await import('../features/home/home-texts.ts')).homeTexts,
  question: async () => (await import('../features/question/question-texts.ts')).questionTexts,
  paper: async () => (await import('../features/paper/paper-texts.ts')).paperTexts,
  examPlan: async () => (await import('../features/exam-plan/exam-plan-texts.ts')).examPlanTexts,
  examSitting: async () => (await import('../features/exam-sitting/exam-sitting-texts.ts')).examSittingTexts,
};
export type LaterTexts = keyof typeof laterCatalogues;
