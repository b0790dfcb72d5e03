import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallSpec } from '../../../sync/contract/call.ts';
import { apiContract } from '../../../sync/contract/index.ts';
import { resources } from '../../../sync/contract/resources.ts';
import { formatDateTime } from '../../lib/format-time.ts';
import { auditWordTexts } from './audit-word-texts.ts';
import { type AuditTexts, describeAuditCall, formatFieldPath, formatAuditValue, getEntityLabel } from './entry-words.ts';

const zh: AuditTexts = { language: 'zh-CN', ...auditWordTexts['zh-CN'] };
const en: AuditTexts = { language: 'en', ...auditWordTexts.en };
const texts = { minutes: (count: number) => `${count} 分钟`, hidden: '（保密）' };
const value = (entity: string, field: string, one: unknown) => formatAuditValue(zh, entity, [field], one, texts);

const changing = Object.values(apiContract)
  .flatMap((calls) => Object.values(calls) as (CallSpec & { path: string })[])
  // Calls with an upload token are left out: the op log records these, not the audit log.
  .filter((call) => call.changes && call.access !== 'ticket');

/** Collects the field names anywhere in a schema. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties } = schema as { properties?: object };
  return [...Object.keys(properties ?? {}), ...Object.values(schema).flatMap(fieldsOf)];
}

it('every input field of a changing call has a label in both languages', () => {
  const fields = changing.flatMap((call) => {
    const entity = call.resource?.name ?? '';
    return fieldsOf(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })).map((field) => [entity, field] as const);
  });
  for (const words of [zh, en]) {
    const named = new Set(Object.keys(words.fields));
    const unnamed = fields.filter(([entity, field]) => !named.has(field) && formatFieldPath(words, entity, [field], String) === field);
    expect([...new Set(unnamed.map(String))]).toEqual([]);
  }
});

it('every changing call has a description in both languages', () => {
  for (const words of [zh, en])
    expect(changing.map(({ path }) => path).filter((path) => describeAuditCall(words, path) === path)).toEqual([]);
});

it('every declared resource has an entity label in both languages', () => {
  const entities = Object.values(resources).map(({ name }) => name);
  for (const words of [zh, en]) expect(entities.filter((entity) => getEntityLabel(words, entity) === entity)).toEqual([]);
});

it('every entity that the server records has a label', () => {
  const folder = join(import.meta.dirname, '../../../server/features');
  const sources = globSync('**/*.ts', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'));
  const values = sources.flatMap((source) => [...source.matchAll(/\bentity: ([^,\n]+)/g)].map(([, text = '']) => text));
  // In `kind === 'enroll' ? 'enrolment' : 'declaration'` the first word is no entity.
  const entities = values.flatMap((text) => [...text.replaceAll(/=== '\w+'/g, '').matchAll(/'(\w+)'/g)].map(([, entity = '']) => entity));
  expect(entities).toContain('practice');
  expect(entities.filter((entity) => getEntityLabel(zh, entity) === entity)).toEqual([]);
});

describe('texts of an audit entry', () => {
  it('describe a call by verb and module, unless the call has a name of its own', () => {
    expect([describeAuditCall(zh, '/class/add'), describeAuditCall(zh, '/user/setStatus'), describeAuditCall(zh, '/user/login')]).toEqual([
      '新建班级',
      '更改用户状态',
      '登录',
    ]);
    expect(describeAuditCall(en, '/paper/modify')).toBe('Edit paper');
    // For a declared resource, the names come from its declaration.
    expect([describeAuditCall(en, '/class/modify'), formatFieldPath(en, 'class', ['head_teacher_id'], String)]).toEqual([
      'Edit class',
      'Head teacher',
    ]);
    // The log may contain calls that no longer exist; their path is shown.
    expect(describeAuditCall(zh, '/thing/frob')).toBe('/thing/frob');
  });

  it('label fields and columns by their path, with the position in a list', () => {
    const place = (n: number) => `第 ${n} 项`;
    expect(formatFieldPath(zh, 'paper', ['sections', '0', 'pointsEach'], place)).toBe('大题 · 第 1 项 · 每题分值');
    expect(formatFieldPath(zh, 'paper', ['login_name'], place)).toBe('登录名');
    expect(formatFieldPath(zh, 'paper', ['constructor'], place)).toBe('constructor');
  });

  it('show codes, times, durations and secrets in words', () => {
    expect([value('user', 'status', 0), value('paper', 'status', 2), value('class', 'status', 2)]).toEqual(['停用', '已组卷', '2']);
    expect([value('user', 'user_type', 6), value('profession', 'levels', [3, 4])]).toEqual(['教师', '三级, 四级']);
    expect([value('examPlan', 'startMs', 1.8e12), value('examPlan', 'durationMs', 5_400_000)]).toEqual([formatDateTime(1.8e12), '90 分钟']);
    expect([value('user', 'login_pwd', '***'), value('user', 'enabled', true), value('user', 'phone', '')]).toEqual(['（保密）', '是', '']);
  });
});
