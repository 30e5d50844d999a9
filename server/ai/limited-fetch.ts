/** The answer has more bytes than any usable answer would. */
export class AnswerTooLargeError extends Error {
  override name = 'AnswerTooLargeError'
}

/**
 * Like `fetch`, but it gives up an answer longer than `maxBytes` rather than hold it in memory, and it follows no
 * redirect: the key must reach only the configured address.
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
