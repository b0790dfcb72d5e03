import { i18n } from './i18n.ts';

// Texts of several catalogues and of people are joined here with the punctuation of the interface's language.

const choose = (chinese: string, english: string): string => (i18n.language === 'en' ? english : chinese);

/** Joins the words of a list: "甲、乙" or "A, B". */
export const joinWords = (words: readonly (string | number)[]): string => words.join(choose('、', ', '));

/** Joins phrases about one thing: "甲，乙" or "A, B". */
export const joinPhrases = (phrases: readonly string[]): string => phrases.join(choose('，', ', '));

/** Joins sentences without full stops: "甲；乙" or "A; B". */
export const joinSentences = (sentences: readonly string[]): string => sentences.join(choose('；', '; '));

/** Returns the colon between a label and its text: "：" or ": ". */
export const getColon = (): string => choose('：', ': ');

/** Puts a label before a text: "原因：停电" or "Reason: power cut". */
export const addLabel = (label: string, text: string): string => `${label}${getColon()}${text}`;

/** Puts a text in brackets: "（甲）" or "(A)". */
export const addBrackets = (text: string): string => choose(`（${text}）`, `(${text})`);

/** Puts a note in brackets behind a text: "甲（组长）" or "A (leader)". */
export const addNote = (text: string, note: string): string => `${text}${choose('', ' ')}${addBrackets(note)}`;

/** Puts a text in quotation marks: 「甲」 or “A”. */
export const addQuotes = (text: string): string => choose(`「${text}」`, `“${text}”`);
