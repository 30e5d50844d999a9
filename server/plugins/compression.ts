import type { FastifyInstance } from 'fastify'
import { isLoopbackName } from '../local-only.ts'

/** Below this the compressed answer and the work for it are not worth it. */
const FROM_BYTES = 2048

/** Compresses answers that cross a network. On loopback bytes are free and time is not. */
export const compressAnswers = async (app: FastifyInstance, boundTo: string): Promise<void> => {
  if (isLoopbackName(boundTo)) return
  const { default: compress } = await import('@fastify/compress')
  await app.register(compress, { threshold: FROM_BYTES, encodings: ['gzip', 'identity'] })
}
