import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { parseJudgement, formatBlanks, formatNumberTolerance } from '../answer-text.ts';
import { isJudgementPair, getOptionWord } from '../choice-words.ts';
import { escapeHtml } from '../../question-markup.ts';
import { toHtmlFromForeign, getOptionLetter } from '../text/foreign-words.ts';
import { questionMessages } from '../../question-messages.ts';
import { formatMessages as messages } from '../format-messages.ts';
import { toMatchingDraft } from '../matching-text.ts';
import { formatMediaMark, replacePictureSources } from '../picture-reference.ts';
import { formatBlankSpan } from '../text/plain-html.ts';
import type { FoundQuestion, FormatRemark } from '../question-format.ts';
import { listDescendants, listChildElements, findFirstChild, getElementText, type XmlElement } from '../xml-tree.ts';

/** Detects QTI 1.2, as Canvas and other systems write it. `readQti12` imports choices, blanks, matching pairs and essays, and reports other types. */
export const isQti12 = (root: XmlElement): boolean => root.name === 'questestinterop';

/** Reads all items of a QTI 1.2 file. `pictureOf` returns the path of a picture in the package. */
export function readQti12(
  root: XmlElement,
  place: string,
  pictureOf: (source: string) => string | undefined,
): Omit<FoundQuestion, 'row'>[] {
  return listDescendants(root, 'item').map((item) => readItem12(item, place, pictureOf));
}

const media = new Set(['mataudio', 'matvideo', 'matapplet', 'matapplication']);

/** Maximum number of blanks of a question. The reader reads one more, so that the validation reports the excess. */
const mostBlanks = 20;

const kinds: Readonly<Record<string, string>> = {
  ordering_question: 'order',
  calculated_question: 'calculated',
  file_upload_question: 'upload',
  hot_spot_question: 'hotspot',
  text_only_question: 'description',
  multiple_dropdowns_question: 'drag',
};

function readItem12(item: XmlElement, path: string, pictureOf: (source: string) => string | undefined): Omit<FoundQuestion, 'row'> {
  const warnings: FormatRemark[] = [];
  const metadata = readMetadata(item);
  const html = (element: XmlElement | undefined): string => {
    const parts = element === undefined ? [] : listDescendants(element, 'mattext', 'matimage', ...media);
    const words = parts
      .filter((part) => !media.has(part.name))
      .map((part) =>
        part.name === 'matimage'
          ? `<img src="${escapeHtml(part.attributes['uri'] ?? '')}">`
          : toHtmlFromForeign(getElementText(part), /html/i.test(part.attributes['texttype'] ?? '') ? 'html' : ''),
      );
    const lost = parts.filter((part) => media.has(part.name)).map((part) => formatMediaMark(part.attributes['uri'] ?? part.name));
    return replacePictureSources(words.filter((text) => text !== '').join('<br>'), pictureOf) + lost.join('');
  };
  const presentation = findFirstChild(item, 'presentation');
  const flow = presentation && (findFirstChild(presentation, 'flow') ?? presentation);
  const rubrics = listChildElements(item, 'rubric').filter((each) => /^(?:all|candidate)?$/i.test(each.attributes['view'] ?? ''));
  const stem = [...rubrics, ...(flow ? listChildElements(flow, 'material') : [])]
    .map(html)
    .filter((text) => text !== '')
    .join('<br>');
  const responses = presentation
    ? listDescendants(presentation, 'response_lid', 'response_str', 'response_num', 'response_grp', 'response_xy')
    : [];
  const analysis = [...new Set(listDescendants(item, 'itemfeedback').map((each) => html(each)))].filter((text) => text !== '').join('<br>');
  const title = item.attributes['title'] ?? '';
  const place = title === '' ? path : `${path} ${title.slice(0, 60)}`;
  const finish = (draft: Partial<ImportedQuestionDraft>, faults: readonly FormatRemark[] = []): Omit<FoundQuestion, 'row'> => ({
    place,
    draft: { stem, analysis, scoreHint: parsePoints(metadata['points_possible']), ...draft },
    faults,
    warnings,
  });
  const reject = (kind: string) => finish({}, [{ field: 'type', reason: messages.unsupported(kind) }]);

  const type = metadata['question_type'] ?? '';
  const unsupportedKind = kinds[type];
  if (unsupportedKind !== undefined) return reject(unsupportedKind);
  const [first] = responses;
  if (first === undefined) return type === 'essay_question' ? finish({ type: 'questionAnswer' }) : reject('description');
  if (responses.some(({ name }) => name === 'response_grp')) return reject('matching');
  if (responses.some(({ name }) => name === 'response_xy')) return reject('hotspot');
  const rightIdsByResponse = mapRightAnswers(item);
  if (type === 'matching_question') {
    const isClear = responses.every((each) => rightIdsByResponse.get(each.attributes['ident'] ?? '')?.length === 1);
    return finish(readPairs(responses, rightIdsByResponse, html), isClear ? [] : [{ field: 'answer', reason: messages.pairsUnclear() }]);
  }
  if (type === 'fill_in_multiple_blanks_question')
    return finish(readNamedBlanks(stem, responses.slice(0, mostBlanks + 1), rightIdsByResponse));
  if (responses.length > 1) return reject('composite');
  if (first.name === 'response_lid') {
    if (/ordered/i.test(first.attributes['rcardinality'] ?? '')) return reject('order');
    const { draft, faults } = readChoiceResponse(first, rightIdsByResponse.get(first.attributes['ident'] ?? '') ?? [], html);
    return finish(draft, faults);
  }
  const answers = rightIdsByResponse.get(first.attributes['ident'] ?? '') ?? [];
  if (type === 'essay_question' || (answers.length === 0 && readNumberRange(item) === undefined)) return finish({ type: 'questionAnswer' });
  const span = readNumberRange(item);
  const fibType = listDescendants(first, 'render_fib')[0]?.attributes['fibtype'] ?? '';
  const isNumber = type === 'numerical_question' || first.name === 'response_num' || span !== undefined;
  if (isNumber || /^(?:integer|decimal|scientific)$/i.test(fibType)) {
    if (new Set(answers.map(Number)).size > 1) warnings.push({ field: 'answer', reason: messages.severalNumbers() });
    const answer = span === undefined ? `#${answers[0] ?? ''}` : formatNumberTolerance(`${span.low}..${span.high}`);
    return finish({ type: 'fillIn', stem: `${stem}${formatBlankSpan(1)}`, answer });
  }
  return finish({ type: 'fillIn', stem: `${stem}${formatBlankSpan(1)}`, answer: formatAnswerLine(answers) });
}

/** Returns the metadata of an item, such as `question_type`, by label. */
const readMetadata = (item: XmlElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    listDescendants(item, 'qtimetadatafield').map((field) => [
      getElementText(findFirstChild(field, 'fieldlabel')).trim(),
      getElementText(findFirstChild(field, 'fieldentry')).trim(),
    ]),
  );

/** Reads the options of a choice question. `rightIds`: identifiers of the right options. */
function readChoiceResponse(
  response: XmlElement,
  rightIds: readonly string[],
  html: (element: XmlElement | undefined) => string,
): Pick<FoundQuestion, 'draft' | 'faults'> {
  const labels = listDescendants(response, 'response_label');
  const places = new Map(labels.map((label, at) => [label.attributes['ident'] ?? '', at]));
  const options = labels.map((label) => html(label));
  const unknownIds = rightIds.filter((id) => !places.has(id));
  const type = /multiple/i.test(response.attributes['rcardinality'] ?? '') ? 'multiple' : 'single';
  if (unknownIds.length > 0) {
    const reason = questionMessages.labelNotOption(unknownIds.join(' '));
    return { draft: { type, options, answer: '' }, faults: [{ field: 'answer', reason }] };
  }
  const [firstId] = rightIds;
  if (type === 'single' && isJudgementPair(options) && firstId !== undefined) {
    const word = getOptionWord(options[places.get(firstId) ?? 0] ?? '');
    return { draft: { type: 'judgement', answer: parseJudgement(word) === 'T' ? '对' : '错' }, faults: [] };
  }
  const letters = rightIds.flatMap((id) => places.get(id) ?? []).map(getOptionLetter);
  return { draft: { type, options, answer: letters.join('') }, faults: [] };
}

/** Tells whether an answer is an exact number, which Canvas writes as a decimal: 1234 is "1234.0". */
const isExactNumber = (anyOf: readonly string[]): boolean => anyOf.length === 1 && /^-?\d{1,15}\.0$/.test(anyOf[0] ?? '');
const formatAnswerLine = (anyOf: readonly string[]): string =>
  anyOf.length === 0
    ? ''
    : isExactNumber(anyOf)
      ? `#${Number(anyOf[0])}`
      : formatBlanks([{ mode: 'text', anyOf: [...new Set(anyOf)].slice(0, 20), ignoreCase: true, ignoreWidth: true }]);

/** Reads the matching pairs of Canvas: each left item is a separate response, with the same list of options. */
function readPairs(
  responses: readonly XmlElement[],
  rightIdsByResponse: ReadonlyMap<string, readonly string[]>,
  html: (element: XmlElement | undefined) => string,
): Partial<ImportedQuestionDraft> {
  const [first] = responses;
  const options = new Map(
    (first === undefined ? [] : listDescendants(first, 'response_label')).map((label) => [label.attributes['ident'] ?? '', html(label)]),
  );
  const pairs = responses.map((each) => ({
    left: html(findFirstChild(each, 'material')),
    id: rightIdsByResponse.get(each.attributes['ident'] ?? '')?.[0] ?? '',
  }));
  const usedIds = new Set(pairs.map(({ id }) => id));
  const others = [...options].filter(([id]) => !usedIds.has(id)).map(([, text]) => ({ left: '', right: text }));
  return toMatchingDraft([...pairs.map(({ left, id }) => ({ left, right: options.get(id) ?? '' })), ...others]);
}

/** Reads the gaps of Canvas, which are named in the stem ("[单位]") and have a list of answers each. */
function readNamedBlanks(
  stem: string,
  responses: readonly XmlElement[],
  rightIdsByResponse: ReadonlyMap<string, readonly string[]>,
): Partial<ImportedQuestionDraft> {
  const lines = responses.map((each) => {
    const texts = new Map(
      listDescendants(each, 'response_label').map((label) => [
        label.attributes['ident'] ?? '',
        getElementText(listDescendants(label, 'mattext')[0]).trim(),
      ]),
    );
    const answers = (rightIdsByResponse.get(each.attributes['ident'] ?? '') ?? []).map((id) => texts.get(id) ?? id);
    return {
      name: getElementText(listDescendants(findFirstChild(each, 'material') ?? each, 'mattext')[0]).trim(),
      line: formatAnswerLine(answers.length > 0 ? answers : [...texts.values()]),
    };
  });
  let text = stem;
  const ordered = lines.map(({ name, line }) => ({ name, line, at: stem.indexOf(`[${name}]`) })).toSorted((a, b) => a.at - b.at);
  for (const [at, { name }] of ordered.entries()) text = text.replace(`[${name}]`, () => formatBlankSpan(at + 1));
  return { type: 'fillIn', stem: text, answer: ordered.some(({ line }) => line === '') ? '' : ordered.map(({ line }) => line).join('\n') };
}

/** Returns the right answers of each response: those required by the condition that gives most points, without those it excludes. */
function mapRightAnswers(item: XmlElement): ReadonlyMap<string, readonly string[]> {
  const answersByResponse = new Map<string, Set<string>>();
  const isOne = listDescendants(item, 'response_lid', 'response_str').length === 1;
  const conditions = listDescendants(item, 'respcondition').map((each) => ({
    each,
    points: computeMax(listDescendants(each, 'setvar').map((set) => Number(getElementText(set)) || 0)),
  }));
  const best = computeMax(conditions.map(({ points }) => points));
  for (const { each, points } of conditions) {
    // Named blanks are scored one by one, so any condition that gives points counts.
    if (points <= 0 || (points < best && isOne)) continue;
    const collectAnswers = (element: XmlElement): void => {
      for (const child of listChildElements(element)) {
        if (child.name === 'varequal') {
          const of = child.attributes['respident'] ?? '';
          const written = answersByResponse.get(of) ?? new Set();
          const text = getElementText(child).trim();
          if (text !== '') written.add(text);
          answersByResponse.set(of, written);
        } else if (child.name !== 'not') collectAnswers(child);
      }
    };
    for (const variables of listDescendants(each, 'conditionvar')) collectAnswers(variables);
  }
  return new Map([...answersByResponse].map(([of, written]) => [of, [...written]]));
}

/** Avoids `Math.max` with spread arguments: there may be more values than a call accepts. */
const computeMax = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, value), 0);

function readNumberRange(item: XmlElement): { readonly low: string; readonly high: string } | undefined {
  const low = getElementText(listDescendants(item, 'vargte', 'vargt')[0]).trim();
  const high = getElementText(listDescendants(item, 'varlte', 'varlt')[0]).trim();
  return low === '' || high === '' ? undefined : { low, high };
}

const parsePoints = (given: string | undefined): string => {
  const points = Number(given ?? '');
  return points >= 0.5 && points <= 1000 && (points * 2) % 1 === 0 ? String(points) : '';
};
