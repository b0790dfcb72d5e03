import type { LanguageCode } from '../lib/language.ts';
import type { firstTexts } from './first-texts.ts';
import { type InitialCatalogueName, isFirst, loadFirstTexts } from './load-first-texts.ts';
import { sittingCatalogues } from './sitting-catalogues.ts';

/** Text catalogues, each loaded in one language with the pages that list it in the route table. Each feature adds a line to this table. */
export const lazyCatalogues = {
  words: async (language: LanguageCode) => (await import('../ui/word-texts.ts')).wordTexts[language],
  codes: async (language: LanguageCode) => (await import('../ui/entity/code-texts.ts')).codeTexts[language],
  amend: async (language: LanguageCode) => (await import('../features/exam-plan/frame/amend-texts.ts')).amendTexts[language],
  planPart: async (language: LanguageCode) => (await import('../features/exam-plan/plan/plan-part-texts.ts')).planPartTexts[language],
  ready: async (language: LanguageCode) => (await import('../features/exam-plan/readiness/ready-texts.ts')).readinessTexts[language],
  seating: async (language: LanguageCode) => (await import('../features/exam-plan/seating/seating-texts.ts')).seatingTexts[language],
  sheet: async (language: LanguageCode) => (await import('../features/exam-plan/paper-entry/sheet-texts.ts')).sheetTexts[language],
  paperRegister: async (language: LanguageCode) =>
    (await import('../features/exam-plan/seating/paper-register-texts.ts')).paperRegisterTexts[language],
  supervision: async (language: LanguageCode) => (await import('../features/supervision/supervision-texts.ts')).supervisionTexts[language],
  stationDraw: async (language: LanguageCode) =>
    (await import('../features/exam-plan/draw/station-draw-texts.ts')).stationDrawTexts[language],
  offline: async (language: LanguageCode) => (await import('../features/exam-plan/offline/offline-texts.ts')).offlineTexts[language],
  duty: async (language: LanguageCode) => (await import('../platform/choices/duty-texts.ts')).dutyTexts[language],
  staffChoice: async (language: LanguageCode) => (await import('../platform/choices/staff-choice-texts.ts')).staffChoiceTexts[language],
  myArrangement: async (language: LanguageCode) =>
    (await import('../features/exam-plan/seating/my-arrangement-texts.ts')).myArrangementTexts[language],
  camera: async (language: LanguageCode) => (await import('../ui/entity/camera-texts.ts')).cameraTexts[language],
  notes: async (language: LanguageCode) => (await import('../ui/entity/note-texts.ts')).noteTexts[language],
  seats: async (language: LanguageCode) => (await import('../ui/entity/seat-texts.ts')).seatTexts[language],
  examRoom: async (language: LanguageCode) => (await import('../features/exam-room/exam-room-texts.ts')).examRoomTexts[language],
  firstSteps: async (language: LanguageCode) => (await import('../ui/first-steps-texts.ts')).firstStepsTexts[language],
  workbook: async (language: LanguageCode) => (await import('../ui/spreadsheet/workbook-texts.ts')).workbookTexts[language],
  resource: async (language: LanguageCode) => (await import('../ui/resource-texts.ts')).resourceTexts[language],
  help: async (language: LanguageCode) => (await import('../features/help/help-texts.ts')).helpTexts[language],
  signIn: async (language: LanguageCode) => (await import('../features/sign-in/sign-in-texts.ts')).signInTexts[language],
  home: async (language: LanguageCode) => (await import('../features/home/home-texts.ts')).homeTexts[language],
  question: async (language: LanguageCode) => (await import('../features/question/question-texts.ts')).questionTexts[language],
  questionFile: async (language: LanguageCode) =>
    (await import('../features/question/import/question-file-texts.ts')).questionFileTexts[language],
  detail: async (language: LanguageCode) => (await import('../features/detail/detail-texts.ts')).detailTexts[language],
  prof: async (language: LanguageCode) => (await import('../features/profession/profession-texts.ts')).professionTexts[language],
  application: async (language: LanguageCode) => (await import('../features/application/application-texts.ts')).applicationTexts[language],
  people: async (language: LanguageCode) => (await import('../features/people/people-texts.ts')).peopleTexts[language],
  progress: async (language: LanguageCode) => (await import('../features/progress/progress-texts.ts')).progressTexts[language],
  peopleSync: async (language: LanguageCode) => (await import('../features/people/people-sync-texts.ts')).peopleSyncTexts[language],
  webhook: async (language: LanguageCode) => (await import('../features/webhook/webhook-texts.ts')).webhookTexts[language],
  lti: async (language: LanguageCode) => (await import('../features/lti/lti-texts.ts')).ltiTexts[language],
  directory: async (language: LanguageCode) => (await import('../features/directory/directory-texts.ts')).directoryTexts[language],
  account: async (language: LanguageCode) => (await import('../features/account/account-texts.ts')).accountTexts[language],
  registration: async (language: LanguageCode) =>
    (await import('../features/registration/registration-texts.ts')).registrationTexts[language],
  paper: async (language: LanguageCode) => (await import('../features/paper/paper-texts.ts')).paperTexts[language],
  invigilation: async (language: LanguageCode) =>
    (await import('../features/invigilation/invigilation-texts.ts')).invigilationTexts[language],
  marking: async (language: LanguageCode) => (await import('../features/marking/marking-texts.ts')).markingTexts[language],
  cards: async (language: LanguageCode) => (await import('../features/marking/card-texts.ts')).cardTexts[language],
  certificate: async (language: LanguageCode) => (await import('../features/certificate/certificate-texts.ts')).certificateTexts[language],
  report: async (language: LanguageCode) => (await import('../features/report/report-texts.ts')).reportTexts[language],
  score: async (language: LanguageCode) => (await import('../features/exam-plan/results/score-texts.ts')).scoreTexts[language],
  examPlan: async (language: LanguageCode) => (await import('../features/exam-plan/exam-plan-texts.ts')).examPlanTexts[language],
  assignment: async (language: LanguageCode) => (await import('../features/assignment/assignment-texts.ts')).assignmentTexts[language],
  exercise: async (language: LanguageCode) => (await import('../features/exercise/exercise-texts.ts')).exerciseTexts[language],
  school: async (language: LanguageCode) => (await import('../features/school/school-texts.ts')).schoolTexts[language],
  learning: async (language: LanguageCode) => (await import('../ui/entity/learning-texts.ts')).learningTexts[language],
  system: async (language: LanguageCode) => (await import('../features/system/system-texts.ts')).systemTexts[language],
  audit: async (language: LanguageCode) => (await import('../features/audit/audit-texts.ts')).auditTexts[language],
  ...sittingCatalogues,
};
export type LazyCatalogueName = keyof typeof lazyCatalogues;

type LoadedTexts<T> = { readonly [K in keyof T]: T[K] extends (language: LanguageCode) => Promise<infer Texts> ? Texts : never };

declare module '../lib/i18n.ts' {
  interface Catalogues extends LoadedTexts<typeof lazyCatalogues>, Readonly<typeof firstTexts> {}
}

/** Loads any text catalogue in one language. */
export const loadCatalogue = async (language: LanguageCode, name: LazyCatalogueName | InitialCatalogueName): Promise<object> =>
  isFirst(name) ? loadFirstTexts(language, name) : lazyCatalogues[name](language);
