import type { z } from 'zod'
import {
  type Call,
  type DownloadedFile,
  failedReply,
  type Progress,
  type Reply,
  type SavedFile,
  type Transport,
} from '#shared/api-client/index.ts'
import type { CallProgress } from '#shared/api-client/ipc-transport.ts'
import { contract, type EndpointDef, findEndpoint } from '#shared/contract/index.ts'

const parts = ['params', 'query', 'body'] as const

/** A 422 in the server's words: the first problem as the message, all of them in the details. */
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

type BridgeCall = Call & { callId: string }
type Transfer = EndpointDef['transfer']
/** The parts of the desktop app that the proxy uses. */
export type FileDialogs = {
  /** Tells the page how far a transfer is. */
  onProgress: (progress: CallProgress) => void
  /** Asks where a file is to be saved; null when the person chooses nothing. */
  choosePlace: (name: string) => Promise<string | null>
  /** Writes the whole file or nothing. Errors: whatever the file system says. */
  write: (place: string, bytes: Uint8Array) => Promise<void>
}

/**
 * Makes the page's calls over `send`: only calls of the contract, each only through its own channel, after checking the
 * input. A call can be cancelled by its callId. Returns an envelope and never throws.
 */
export const createProxy = (send: Transport, fileDialogs: FileDialogs) => {
  const running = new Map<string, AbortController>()

  const run = async (
    transfer: Transfer,
    { operation, input, callId }: BridgeCall,
    work: (endpoint: EndpointDef, signal: AbortSignal) => Promise<Reply>,
  ): Promise<Reply> => {
    const endpoint = findEndpoint(operation)
    // Only the session layer refreshes tokens: the answer carries them, and the page must not see them.
    if (!endpoint || endpoint === contract.auth.refreshToken || endpoint.transfer !== transfer)
      return failedReply(0, 'UNKNOWN_OPERATION', 'There is no such call.')
    const refused = check(endpoint, input)
    if (refused) return refused
    const controller = new AbortController()
    running.set(callId, controller)
    try {
      return await work(endpoint, controller.signal)
    } finally {
      if (running.get(callId) === controller) running.delete(callId)
    }
  }
  const followed = (callId: string) => (progress: Progress) => fileDialogs.onProgress({ callId, ...progress })

  return {
    call: (request: BridgeCall): Promise<Reply> =>
      run(undefined, request, (endpoint, signal) => send(plain(request), endpoint, { signal })),

    upload: (request: BridgeCall & { file: { name: string; bytes: Uint8Array<ArrayBuffer> } }): Promise<Reply> =>
      run('upload', request, (endpoint, signal) => {
        const file = new File([request.file.bytes], request.file.name)
        return send(plain(request), endpoint, { signal, file, onProgress: followed(request.callId) })
      }),

    /** The person chooses the place first, so that no dialog interrupts them when a slow download ends. */
    download: (request: BridgeCall & { saveAs: string }): Promise<Reply> =>
      run('download', request, async (endpoint, signal) => {
        const place = await fileDialogs.choosePlace(request.saveAs)
        if (signal.aborted) return failedReply(0, 'CANCELLED')
        if (!place) return saved(false)
        const reply = await send(plain(request), endpoint, { signal, onProgress: followed(request.callId) })
        if (!reply.ok) return reply
        try {
          await fileDialogs.write(place, (reply.data as DownloadedFile).bytes)
          return saved(true)
        } catch {
          return failedReply(0, 'NOT_SAVED', 'The file could not be saved there. Please choose another place.')
        }
      }),

    cancel: (callId: string): null => {
      running.get(callId)?.abort()
      return null
    },
  }
}

const plain = ({ operation, input }: Call): Call => ({ operation, input })
const saved = (isSaved: boolean): Reply => ({ ok: true, status: 200, data: { isSaved } satisfies SavedFile })
