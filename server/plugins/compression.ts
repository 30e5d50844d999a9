import type { FastifyInstance } from 'fastify'
import { isLoopbackName } from '../settings/local-only.ts'

/** Smaller answers gain too little from compression. */
const FROM_BYTES = 2048

/** Compresses answers that cross a network. On loopback compressing takes longer than sending the bytes. */
export const compressAnswers = async (app: FastifyInstance, boundTo: string): Promise<void> => {
  if (isLoopbackName(boundTo)) return
  const { default: compress } = await import('@fastify/compress')
  await app.register(compress, { threshold: FROM_BYTES, encodings: ['gzip', 'identity'] })
}
