import type { examAroundTexts, examSittingTexts } from '../features/exam-sitting/exam-sitting-texts.ts';
import type { LanguageCode } from '../lib/language.ts';

/** Text catalogues of the player (answering screen) and of the pages before and after it. */
export const sittingCatalogues = {
  // These catalogues are the largest, and the player must load fast. Each language therefore has its own chunk.
  examSitting: async (language: LanguageCode): Promise<(typeof examSittingTexts)[LanguageCode]> =>
    language === 'en'
      ? (await import('../features/exam-sitting/texts/en.ts')).enTexts
      : (await import('../features/exam-sitting/texts/zh-cn.ts')).zhTexts,
  taskSitting: async (language: LanguageCode) =>
    (await import('../features/exam-sitting/assignment-sitting-texts.ts')).assignmentSittingTexts[language],
  examCamera: async (language: LanguageCode) => (await import('../features/exam-sitting/exam-camera-texts.ts')).examCameraTexts[language],
  examAround: async (language: LanguageCode): Promise<(typeof examAroundTexts)[LanguageCode]> =>
    language === 'en'
      ? (await import('../features/exam-sitting/texts/around/en.ts')).aroundEnTexts
      : (await import('../features/exam-sitting/texts/around/zh-cn.ts')).aroundZhTexts,
};
