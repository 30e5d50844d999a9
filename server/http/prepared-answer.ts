import type { FastifyReply } from 'fastify'

/**
 * An answer as JSON from the database, sent without being parsed and written again. `body` is null when the caller has
 * this state already; the answer is then a 304.
 */
export class PreparedAnswer {
  readonly tag: string
  readonly body: Buffer | null

  constructor(tag: string, body: Buffer | null) {
    this.tag = tag
    this.body = body
  }
}

/** The tags of an If-None-Match header, without the mark for weak ones. */
export const knownTags = (header: string | undefined): string[] =>
  (header ?? '').split(',').flatMap((part) => /^(?:W\/)?"([^"]*)"$/.exec(part.trim())?.[1] ?? [])

/**
 * The tags are weak, since the answer may be compressed on its way. The caller may keep the answer, and must ask again
 * each time.
 */
export const sendPrepared = (reply: FastifyReply, { tag, body }: PreparedAnswer) => {
  void reply.header('etag', `W/"${tag}"`).header('cache-control', 'private, no-cache')
  if (body === null) return reply.status(304).send()
  return reply.status(200).type('application/json; charset=utf-8').send(body)
}
