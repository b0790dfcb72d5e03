import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const web = new URL('..', import.meta.url);
const files = globSync('{app,entities,features,platform,ui}/**/*.tsx', { cwd: web }).map((file) => ({
  file,
  text: readFileSync(new URL(file, web), 'utf8'),
}));

/** Returns the opening tags of an element, from `<Name` to the matching `>`. */
function tagsOf(text: string, name: string): string[] {
  return [...text.matchAll(new RegExp(`<${name}\\b`, 'g'))].map(({ index }) => {
    let depth = 0;
    for (let at = index; at < text.length; at += 1) {
      if (text[at] === '{') depth += 1;
      else if (text[at] === '}') depth -= 1;
      else if (text[at] === '>' && depth === 0 && text[at - 1] !== '=') return text.slice(index, at + 1);
    }
    return text.slice(index);
  });
}
const tags = (name: string) => files.flatMap(({ file, text }) => tagsOf(text, name).map((tag) => ({ file, tag })));

/**
 * Files with buttons for which a double click counts as two presses, and the reason. Ghost and link buttons count it so by default and are not
 * listed; for all other buttons it is one press.
 */
const reasonByFile: Readonly<Record<string, string>> = {
  'ui/list/data-list.tsx': 'pages are turned one after another',
  'features/exam-sitting/parts/player/player-footer.tsx': 'questions are passed by',
  'features/exam-sitting/pages/assignment-score-page.tsx': 'rounds of what was wrong follow one another',
  'features/question/parts/question-sheet.tsx': 'questions are looked through',
  'features/question/parts/choice-fields.tsx': 'one more option in the form',
  'features/question/parts/place-fields.tsx': 'one more step or pair in the form',
  'features/question/parts/rubric-fields.tsx': 'one more line in the form',
  'features/profession/pages/profession-list-page.tsx': 'one more trade in the form',
  'features/paper/parts/question-picker.tsx': 'more rows of the list',
  'features/course/pages/course-form-page.tsx': 'one more line of the outline',
  'features/course/pages/section-courseware-page.tsx': 'one more line of the section',
  'features/course/parts/courseware-form.tsx': 'one more question of the quiz',
  'ui/entity/note-editor.tsx': 'one more note on the answer',
  'features/marking/parts/performed-marking.tsx': 'people are gone through one after another',
  'features/learn/parts/pages-lesson.tsx': 'places are passed by',
  'entities/question/practice-question.tsx': 'questions are passed by',
  'features/application/pages/rule-set-page.tsx': 'one more case in the form; one more rule, or one a step higher',
  'features/application/parts/offer/case-form.tsx': 'one more span of work in the case',
  'features/report/pages/report-template-list-page.tsx': 'one more column in the form, or one a step to the left',
  'features/application/parts/form/field-properties.tsx': 'one more column in the form',
  'features/application/parts/form/design-canvas.tsx': 'a field moves by steps',
  'features/application/pages/form-designer-page.tsx': 'steps of the form are passed by',
  'features/application/parts/form/form-filler.tsx': 'steps of the form are passed by',
  'features/application/parts/form/form-field.tsx': 'one more row in the table',
  'features/invigilation/parts/ready-reasons.tsx': 'a ready sentence replaces the one chosen before',
};

test('only the listed files have buttons that accept repeated presses, each with a reason', () => {
  const repeating = tags('Button').filter(({ tag }) => /\brepeats(?!=\{false\})\b/.test(tag));
  expect([...new Set(repeating.map(({ file }) => file))].toSorted()).toEqual(Object.keys(reasonByFile).toSorted());
});

test('every ghost or link button that changes something on the server refuses repeated presses', () => {
  const changes = /\.mutate\(|\bcall\('|=> swap\(/;
  const quiet = tags('Button').filter(({ tag }) => /variant="(?:ghost|link)"/.test(tag) && changes.test(tag));
  expect(quiet.length).toBeGreaterThan(2);
  expect(quiet.filter(({ tag }) => !tag.includes('repeats={false}')).map(({ file, tag }) => `${file}: ${tag}`)).toEqual([]);
});

test('every plain button that changes something on the server is marked as pressed once', () => {
  const plain = tags('button').filter(({ tag }) => /\.mutate\(|\bcall\('|signOut\(/.test(tag) && !tag.includes('data-press="once"'));
  expect(plain.map(({ file, tag }) => `${file}: ${tag}`)).toEqual([]);
});
