import { describe, expect, it } from 'vitest';
import { pickChangedFields, redactForAudit } from './audit-redact.ts';

describe('redactForAudit', () => {
  it('replaces secrets at any depth', () => {
    const redactedInput = redactForAudit({
      login_name: 'li',
      login_pwd: 'a',
      rows: [{ pwd_hash: 'b', keys: { contentKey: 'c' } }],
      newPassword: 'd',
      token: 'e',
    });
    expect(redactedInput).toEqual({
      login_name: 'li',
      login_pwd: '***',
      rows: [{ pwd_hash: '***', keys: { contentKey: '***' } }],
      newPassword: '***',
      token: '***',
    });
  });

  it('masks ID numbers, in their own field and inside a sentence', () => {
    expect(
      redactForAudit({ idNumber: '11010519491231002X', id_no: 'E1234567', note: '身份证11010519491231002X，电话13800138000' }),
    ).toEqual({
      idNumber: '110***********002X',
      id_no: 'E12*4567',
      note: '身份证110***********002X，电话13800138000',
    });
  });

  it('shortens long texts and lists, and states how much is missing', () => {
    const redactedInput = redactForAudit({ text: '题'.repeat(5000), ids: Array.from({ length: 300 }, (_, n) => n) }) as {
      text: string;
      ids: unknown[];
    };
    expect(redactedInput.text).toBe(`${'题'.repeat(300)}… (5000 characters)`);
    expect(redactedInput.ids).toHaveLength(21);
    expect(redactedInput.ids.at(-1)).toBe('… 280 more');
  });

  it('returns a bounded result for any input', () => {
    const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, '值'.repeat(200)]));
    expect(JSON.stringify(redactForAudit(wide)).length).toBeLessThan(8_000);
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(JSON.stringify(redactForAudit(loop)).length).toBeLessThan(200);
  });
});

describe('pickChangedFields', () => {
  it('returns only the fields that differ', () => {
    const before = { name: '李', status: 1, roles: ['marker'], version: 3 };
    expect(pickChangedFields(before, { ...before, name: '李四', roles: ['marker', 'invigilator'] })).toEqual({
      before: { name: '李', roles: ['marker'] },
      after: { name: '李四', roles: ['marker', 'invigilator'] },
    });
  });

  it('treats a field that `after` does not have as unchanged, and a new field as null before', () => {
    expect(pickChangedFields({ name: '李', status: 1 }, { status: 0, note: 'x' })).toEqual({
      before: { status: 1, note: null },
      after: { status: 0, note: 'x' },
    });
  });

  it('shows that a secret changed, but not its values', () => {
    expect(pickChangedFields({ pwd_hash: 'a' }, { pwd_hash: 'b' })).toEqual({ before: { pwd_hash: '***' }, after: { pwd_hash: '***' } });
  });

  it('returns only one side if the other is null', () => {
    expect(pickChangedFields(null, { name: '李' })).toEqual({ after: { name: '李' } });
    expect(pickChangedFields({ name: '李' }, null)).toEqual({ before: { name: '李' } });
  });
});
