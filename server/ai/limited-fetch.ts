/** An answer that has more bytes than anything usable would. */
export class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError'
}

/**
 * `fetch` that gives up an answer at `maxBytes`, instead of reading into memory whatever comes, and follows no redirect: the
 * key is for the configured address only.
 */
export const limitedFetch =
  (maxBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' })
    if (!response.body) return response
    let bytes = 0
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          bytes += chunk.byteLength
          if (bytes > maxBytes) controller.error(new AnswerTooLargeError(`more than ${maxBytes} bytes`))
          else controller.enqueue(chunk)
        },
      }),
    )
    const { status, statusText, headers } = response
    return new Response(counted, { status, statusText, headers })
  }
