import type { CdpSession } from './cdp.ts'
import { answerOwn, ownPatterns } from './schemes.ts'

type PausedRequest = {
  requestId: string
  frameId: string
  resourceType: string
  /** The ID of the request whose redirect led to this one. */
  redirectedRequestId?: string
  request: { url: string; method: string; headers: Record<string, string>; postData?: string }
}

/**
 * Answers requests for the app's own scheme by its handler, and asks `mayNavigate` before a document of any frame is loaded.
 * All other requests go to the network.
 */
export const interceptRequests = async (
  session: CdpSession,
  mayNavigate: (url: string, frameId: string, isRedirect: boolean) => boolean,
): Promise<void> => {
  const handle = async ({ requestId, frameId, resourceType, redirectedRequestId, request }: PausedRequest) => {
    if (resourceType === 'Document' && !mayNavigate(request.url, frameId, redirectedRequestId !== undefined))
      // "No content" leaves the page where it is; a failure might show Chromium's own error page.
      return session.send('Fetch.fulfillRequest', { requestId, responseCode: 204 })
    const answer = await answerOwn(request.url, { ...request, body: request.postData })
    if (!answer) return session.send('Fetch.continueRequest', { requestId })
    return session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: answer.status,
      responseHeaders: answer.headers,
      body: answer.body.toString('base64'),
    })
  }
  session.on('Fetch.requestPaused', (paused: PausedRequest) => {
    handle(paused).catch(async (error: unknown) => {
      process.stderr.write(`stand-in: ${paused.request.url}: ${String(error)}\n`)
      await session
        .send('Fetch.failRequest', { requestId: paused.requestId, errorReason: 'Failed' })
        // When the page has gone, nothing waits for the answer.
        .catch(() => undefined)
    })
  })
  await session.send('Fetch.enable', {
    patterns: [{ urlPattern: '*', resourceType: 'Document' }, ...ownPatterns().map((urlPattern) => ({ urlPattern }))],
  })
}
