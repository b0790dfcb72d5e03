import type { z } from 'zod';
import type { FieldError } from '../../sync/contract/errors.ts';
import { type Message, say } from './handler.ts';

type Issue = z.core.$ZodIssue;
type Fault = Omit<FieldError, 'message'> & { message: Message };

/** Converts Zod's issues to field faults in both languages. `input` is used to describe the value found. */
export function toFieldErrors(issues: readonly Issue[], input: unknown): Fault[] {
  return issues.slice(0, 50).map((issue) => ({
    path: issue.path.map(String).join('.'),
    message: describe(issue, getValueAt(input, issue.path)),
  }));
}

function describe(issue: Issue, value: unknown): Message {
  switch (issue.code) {
    case 'invalid_type':
      return value === undefined
        ? say('必须填写', 'is required')
        : say(`应为${typeNames[issue.expected]?.[0] ?? issue.expected}`, `must be ${typeNames[issue.expected]?.[1] ?? issue.expected}`);
    case 'invalid_value':
      return value === undefined
        ? say('必须填写', 'is required')
        : say(`只能是：${issue.values.map(String).join('、')}`, `must be one of: ${issue.values.map(String).join(', ')}`);
    case 'too_small':
      return describeMinimum(issue.origin, Number(issue.minimum), issue.inclusive !== false);
    case 'too_big':
      return describeMaximum(issue.origin, Number(issue.maximum), issue.inclusive !== false);
    case 'not_multiple_of':
      return say(`应为 ${issue.divisor} 的倍数`, `must be a multiple of ${issue.divisor}`);
    case 'unrecognized_keys':
      return say(`不认识的字段：${issue.keys.join('、')}`, `unknown field: ${issue.keys.join(', ')}`);
    case 'invalid_format':
      return say('格式不正确', 'is not in the right format');
    case 'invalid_union':
      return say('与任何一种允许的形式都不符', 'matches none of the allowed forms');
    default:
      return say(issue.message, issue.message);
  }
}

function describeMinimum(origin: string, minimum: number, inclusive: boolean): Message {
  if (origin === 'string')
    return minimum === 1 ? say('不能为空', 'must not be empty') : say(`至少 ${minimum} 个字符`, `needs at least ${minimum} characters`);
  if (origin === 'array' || origin === 'set') return say(`至少 ${minimum} 项`, `needs at least ${minimum} entries`);
  return inclusive ? say(`不能小于 ${minimum}`, `must be at least ${minimum}`) : say(`必须大于 ${minimum}`, `must be more than ${minimum}`);
}

function describeMaximum(origin: string, maximum: number, inclusive: boolean): Message {
  if (origin === 'string') return say(`最多 ${maximum} 个字符`, `takes at most ${maximum} characters`);
  if (origin === 'array' || origin === 'set') return say(`最多 ${maximum} 项`, `takes at most ${maximum} entries`);
  return inclusive ? say(`不能大于 ${maximum}`, `must be at most ${maximum}`) : say(`必须小于 ${maximum}`, `must be less than ${maximum}`);
}

const typeNames: Record<string, readonly [string, string]> = {
  date: ['日期和时间', 'a date and time'],
  string: ['文本', 'text'],
  number: ['数字', 'a number'],
  int: ['整数', 'a whole number'],
  boolean: ['是或否', 'true or false'],
  object: ['对象', 'an object'],
  array: ['列表', 'a list'],
  tuple: ['列表', 'a list'],
};

function getValueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}
