import { removeInvisibleCharacters, normaliseNameDots } from '../contract/invisible-signs.ts';

/**
 * Pairs of a radical and the character it looks like (EquivalentUnifiedIdeograph.txt of Unicode). NFKC does not replace most radicals of the CJK
 * Radicals Supplement, and replaces three Kangxi radicals by forms that are not used in mainland China (戶, 靑, 黃).
 */
const pairs =
  '⼾户⾭青⿈黄' +
  '⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺈刀⺉刂⺊卜⺌小⺍小⺎兀⺏尢⺐尢⺑尢⺒巳⺓幺⺔彑⺖忄⺗心⺘扌⺙攵⺛旡⺜日' +
  '⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺩王⺪疋⺫目⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺶羊⺹耂' +
  '⺺肀⺻聿⺼肉⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒镸' +
  '⻓长⻔门⻕阝⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉' +
  '⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟';
const characters = new Map(Array.from({ length: pairs.length / 2 }, (_, at) => [pairs.charAt(2 * at), pairs.charAt(2 * at + 1)]));
const radicals = /[\u2e80-\u2ef3\u2f00-\u2fd5]/g;

/** Returns the character that a radical stands for. Texts copied out of a PDF often contain radicals in place of characters. */
const resolveRadical = (radical: string): string => characters.get(radical) ?? radical.normalize('NFKC');

/** Lists the radicals of a text that look like characters, each once, as "⻢→马". */
export const listRadicals = (text: string): string[] =>
  [...new Set(text.match(radicals) ?? [])].filter((one) => resolveRadical(one) !== one).map((one) => `${one}→${resolveRadical(one)}`);

/**
 * Returns a text in the form in which texts are stored: canonical composition, no invisible characters, and characters in place of radicals. Its
 * appearance does not change.
 */
export const toStoredText = (text: string): string =>
  /^[\x00-\x7f]*$/.test(text) ? text : removeInvisibleCharacters(text).replace(radicals, resolveRadical).normalize('NFC');

/** Returns a text in the form used for matching and searching: as stored, half-width (NFKC), without surrounding white space. */
export const toMatchText = (text: string): string => toStoredText(text).normalize('NFKC').trim();

/**
 * Returns a person's name in its stored form. All kinds of dots between the parts of a Chinese name become "·", also a full stop typed in place
 * of a dot.
 */
export const normalisePersonName = (text: string): string =>
  normaliseNameDots(toStoredText(text))
    .replace(/(?<=\p{Script=Han})\s*[．.]\s*(?=\p{Script=Han})/gu, '·')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** Returns a name in the form in which names are compared: half-width, one case, no spaces between Chinese characters. */
export const toComparableName = (text: string): string =>
  /^[\u4e00-\u9fff]+$/.test(text)
    ? text
    : normalisePersonName(toMatchText(text))
        .replaceAll(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, '')
        .toLowerCase();

const raised = /(?<=[\p{Nd}\p{No})\]）］])[\u00b2\u00b3\u00b9\u2070-\u207e]+/gu;
const lowered = /(?<=[\p{Nd})\]）］])[\u2080-\u208e]+/gu;

/**
 * Returns an answer in half-width form (NFKC) without changing numbers: 10² becomes 10^2 and not 102, 1½ becomes 1+1/2 and not 11/2. After a letter,
 * superscript and subscript digits become plain digits: m² becomes m2, CO₂ becomes CO2.
 */
export const toComparableText = (text: string): string =>
  toStoredText(text)
    .replace(raised, '^$&')
    .replace(lowered, '_$&')
    .replace(/(?<=\p{Nd})(?=[\u00bc-\u00be\u2150-\u215e\u2189])/gu, '+')
    .normalize('NFKC')
    .replaceAll('\u2044', '/');

/** Normalises a heading of a sheet for comparison: "姓 名" and "姓名＊" become equal. */
export const normaliseHeading = (heading: string): string =>
  toMatchText(heading)
    .replaceAll(/[*\s：:]/gu, '')
    .toLowerCase();
