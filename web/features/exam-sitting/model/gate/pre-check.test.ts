import { describe, expect, it } from 'vitest';
import * as check from './pre-check.ts';

const outcomes = (...findings: check.CheckFinding[]) => findings.map((finding) => finding.outcome);
const length = () => '';

describe('check of a PC before the exam', () => {
  it('lists failed checks, the worst first, and warns of a slow or missing network and of an older build', () => {
    expect(outcomes(check.judgeNetwork(null), check.judgeNetwork(2_000), check.judgeNetwork(0.4))).toEqual(['warn', 'warn', 'pass']);
    expect(outcomes(check.judgeBuild('a.js', 'b.js'), check.judgeBuild('a.js', 'a.js'), check.judgeBuild('a.js', null))).toEqual([
      'warn',
      'pass',
      'pass',
    ]);
    const findings = { network: check.judgeNetwork(null), private: check.judgePrivate('refused'), build: check.judgeBuild('a', 'a') };
    expect(check.listFailedChecks(findings)).toEqual(['private', 'network']);
  });

  it('warns of a PC in another time zone, with the difference in hours', () => {
    const outcomeAt = (aheadMinutes: number) => {
      const keys: unknown[] = [];
      const { outcome, say } = check.judgeZone({ own: 'America/New_York', school: 'Asia/Shanghai', aheadMinutes });
      say(((key: string, values: object) => keys.push(key, values)) as never);
      return [outcome, ...keys];
    };
    expect(outcomeAt(0)).toEqual(['pass', 'check.zone.pass', { school: 'Asia/Shanghai' }]);
    expect(outcomeAt(-780)).toEqual(['warn', 'check.zone.behind', { own: 'America/New_York', school: 'Asia/Shanghai', hours: 13 }]);
    expect(outcomeAt(345)).toMatchObject(['warn', 'check.zone.ahead', { hours: 5.75 }]);
  });

  it('warns of a plain HTTP address, except on the server itself, and names the HTTPS address', () => {
    const judged = (address: string) => check.judgeAddress(new URL(address)).outcome;
    expect(['https://exam.school.test', 'http://localhost:8787/test', 'http://127.0.0.1:8787', 'http://[::1]:8787'].map(judged)).toEqual([
      'pass',
      'pass',
      'pass',
      'pass',
    ]);
    expect(['http://exam.school.test:8787', 'http://192.168.1.10', 'http://127.exam.test', 'http://localhost.test'].map(judged)).toEqual([
      'warn',
      'warn',
      'warn',
      'warn',
    ]);
    const values: unknown[] = [];
    check.judgeAddress(new URL('http://exam.school.test:8787/test')).say(((_: string, each: object) => values.push(each)) as never);
    expect(values).toEqual([{ secure: 'https://exam.school.test:8787' }]);
  });

  it('fails on every finding that would lose answers', () => {
    expect(
      outcomes(
        check.judgeWorker('notControlling'),
        check.judgeWorker('unsupported'),
        check.judgeWorker('untrusted'),
        check.judgeWorker('forbidden'),
        check.judgeWorker('failed'),
        check.judgeBrowser(['Web Locks']),
        check.judgeBroken(new Error('of no known kind')),
        check.judgeStorage({ reason: 'quota' }),
        check.judgeStorage({ tookMs: 3, same: false, survived: true }),
        check.judgeSpace(5e6),
        check.judgeSpace(check.spaceNeededBytes - 1),
        check.judgePersist(false),
        check.judgeJournal({ reason: 'quota' }),
        check.judgePrivate('refused'),
        check.judgePrivate({ pictureStays: true, readUs: 437 }),
      ),
    ).toEqual(Array.from({ length: 15 }, () => 'fail'));
  });

  it('only warns of harmless findings: clock, queue, screen, slow disk, slow network', () => {
    expect(
      outcomes(
        check.judgeWorker('installing'),
        check.judgeClock(7_200_000, length),
        check.judgeClock(null, length),
        check.judgeQueue(new Map([[7, 12]])),
        check.judgeScreen(800, 600),
        check.judgePersist(null),
        check.judgeStorage({ tookMs: 900, same: true, survived: false }),
        check.judgeSpace(null),
        check.judgeJournal('unsupported'),
        check.judgePrivate({ pictureStays: false, readUs: 437 }),
        check.judgePrivate({ pictureStays: true, readUs: 3 }),
      ),
    ).toEqual(Array.from({ length: 11 }, () => 'warn'));
  });

  it('passes an ordinary window with space for both replicas', () => {
    expect(
      outcomes(
        check.judgePrivate({ pictureStays: false, readUs: 3 }),
        check.judgePrivate('unsupported'),
        check.judgeBrowser([]),
        check.judgeJournal('made'),
        check.judgeSpace(check.spaceNeededBytes),
        check.judgePersist(true),
      ),
    ).toEqual(Array.from({ length: 6 }, () => 'pass'));
  });

  it('lists the undelivered ops of each person', () => {
    const { details = [] } = check.judgeQueue(
      new Map([
        [7, 12],
        [9, 1],
      ]),
    );
    const valuesOf = (_key: string, values: unknown) => values;
    expect(details.map((format) => format(valuesOf as never))).toEqual([
      { actor: 7, count: 12 },
      { actor: 9, count: 1 },
    ]);
  });

  it('summarises findings: failed before running, running before passed', () => {
    const all = Object.fromEntries(check.checkIds.map((id) => [id, check.judgeScreen(1366, 768)]));
    expect(check.summariseFindings({})).toEqual({ outcome: 'running', count: 0 });
    expect(check.summariseFindings({ worker: check.judgeWorker('unsupported') })).toEqual({ outcome: 'fail', count: 1 });
    expect(check.summariseFindings(all)).toEqual({ outcome: 'pass', count: 0 });
    expect(check.summariseFindings({ ...all, persist: check.judgePersist(false) })).toEqual({ outcome: 'fail', count: 1 });
  });
});
