import type { z } from 'zod'
import { type Call, failedReply, type Reply, type Transport } from '../../shared/api-client/index.ts'
import { contract, type EndpointDef, findEndpoint } from '../../shared/contract/index.ts'

const parts = ['params', 'query', 'body'] as const

/** 422 as the server words it: the first thing that does not fit, and all of them in the details. */
const misfit = (issues: ReadonlyArray<{ path: string; message: string }>): Reply => ({
  ok: false,
  status: 422,
  error: { code: 'INVALID_INPUT', message: issues[0]?.message ?? 'That is not valid.', details: [...issues] },
})

const check = (endpoint: EndpointDef, input: Call['input']): Reply | null => {
  const issues = parts.flatMap((part) => {
    const schema = endpoint[part]
    const given = input[part]
    if (!schema) return given === undefined ? [] : [{ path: part, message: `This call has no ${part}.` }]
    const parsed: z.ZodSafeParseResult<unknown> = schema.strict().safeParse(given ?? {})
    return (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: [part, ...path].join('.'), message }))
  })
  return issues.length > 0 ? misfit(issues) : null
}

/**
 * The page's calls, over `send`: only calls of the contract, only with input that fits, checked before anything is sent.
 * Each can be cancelled by its callId. Answers an envelope; never throws.
 */
export const createProxy = (send: Transport) => {
  const running = new Map<string, AbortController>()
  return {
    call: async ({ operation, input, callId }: Call & { callId: string }): Promise<Reply> => {
      const endpoint = findEndpoint(operation)
      // Refreshing is the session layer's own: its answer carries tokens.
      if (!endpoint || endpoint === contract.auth.refreshToken)
        return failedReply(0, 'UNKNOWN_OPERATION', 'There is no such call.')
      const refused = check(endpoint, input)
      if (refused) return refused
      const controller = new AbortController()
      running.set(callId, controller)
      try {
        return await send({ operation, input }, endpoint, { signal: controller.signal })
      } finally {
        if (running.get(callId) === controller) running.delete(callId)
      }
    },
    cancel: (callId: string): null => {
      running.get(callId)?.abort()
      return null
    },
  }
}
