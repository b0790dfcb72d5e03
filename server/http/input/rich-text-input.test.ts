import { expect, test } from 'vitest';
import { z } from 'zod';
import { richText } from '../../../sync/contract/scalars.ts';
import { createRichTextCleaner } from './rich-text-input.ts';

const bad = '<b onclick="alert(1)">甲</b><script>alert(1)</script>';
const good = '<b>甲</b>';

test('createRichTextCleaner cleans the rich text fields of a schema and leaves other fields unchanged', () => {
  const schema = z.object({
    title: z.string(),
    stem: richText(1000),
    analysis: richText(1000).optional(),
    options: z.array(z.object({ html: richText(1000).default(''), code: z.string() })),
    byKey: z.record(z.string(), richText(1000)),
    key: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), html: richText(1000).nullable() }),
      z.object({ kind: z.literal('choice'), html: z.string() }),
    ]),
  });
  const clean = createRichTextCleaner(schema);
  expect(
    clean?.({ title: bad, stem: bad, options: [{ html: bad, code: bad }], byKey: { a: bad }, key: { kind: 'text', html: bad } }),
  ).toEqual({ title: bad, stem: good, options: [{ html: good, code: bad }], byKey: { a: good }, key: { kind: 'text', html: good } });
  expect(clean?.({ stem: bad, analysis: bad, options: [], byKey: {}, key: { kind: 'choice', html: bad } })).toMatchObject({
    analysis: good,
    key: { html: bad },
  });
});

test('createRichTextCleaner cleans a recursive schema at every level', () => {
  interface Part {
    html: string;
    parts: Part[];
  }
  const part: z.ZodType<Part> = z.object({
    html: richText(1000),
    get parts() {
      return z.array(part);
    },
  });
  expect(createRichTextCleaner(part)?.({ html: bad, parts: [{ html: bad, parts: [] }] })).toEqual({
    html: good,
    parts: [{ html: good, parts: [] }],
  });
});

test('createRichTextCleaner returns null for a schema without rich text', () => {
  expect(createRichTextCleaner(z.object({ name: z.string(), ids: z.array(z.int()) }))).toBeNull();
});
