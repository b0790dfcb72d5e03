import type { Audit } from './http/audit.ts';
import type { AllHandlers, RequestContext } from './http/handler.ts';
import type { Logger } from './ports.ts';

/** Calls that change the members of classes or add an assignment. Afterwards a member may lack an open assignment of the class. */
const memberCalls = {
  user: ['add', 'modify', 'import', 'setStatus', 'setType'],
  class: ['assign'],
  task: ['add'],
} as const satisfies { readonly [M in keyof AllHandlers]?: readonly (keyof AllHandlers[M])[] };

type AnyHandler = (input: never, context: RequestContext) => Promise<unknown>;

interface MemberDeps {
  readonly logger: Logger;
  readonly join: (audit: Pick<Audit, 'noteIn'>) => Promise<void>;
}

/**
 * Assigns a class's open assignments to new members after each call that may have changed the members. The change is committed by then: if
 * assigning fails, the call still succeeds, and the next such call or server start catches up.
 */
export function addClassJoining(handlers: AllHandlers, { logger, join }: MemberDeps): AllHandlers {
  const wrap =
    (handler: AnyHandler): AnyHandler =>
    async (input, context) => {
      const answer = await handler(input, context);
      await join(context.audit).catch((error: unknown) =>
        logger.error({ err: error }, 'could not give new class members its open assignments'),
      );
      return answer;
    };
  const wrapped: object = Object.fromEntries(
    Object.entries(memberCalls).map(([module, names]) => {
      const own = handlers[module as keyof typeof memberCalls] as unknown as Record<string, AnyHandler>;
      return [module, { ...own, ...Object.fromEntries(names.map((name) => [name, wrap(own[name] as AnyHandler)])) }];
    }),
  );
  return { ...handlers, ...(wrapped as Partial<AllHandlers>) };
}

/** At server start, gives new class members the open assignments that a crash kept from them. */
export const joinClassesAtStart = ({ logger, join }: MemberDeps): Promise<void> =>
  join({
    noteIn: (_tx, { id, after }) => {
      logger.info({ planId: id, after }, 'class members got its open assignment at the start');
      return Promise.resolve();
    },
  });
