import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const [ACCESS_KEY, SECRET_KEY, REGION] = ['AKIAGUILDHALLTEST', 'a secret of the tests', 'eu-test-1']
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()

/**
 * Starts a strict S3-compatible store for single objects. It checks AWS Signature Version 4 (packages that offer such a server do
 * not), compares the bytes with their signed hash, demands a length, and has an object whole or not at all.
 */
export const startS3Server = async () => {
  const objects = new Map<string, Buffer>()
  const bucket = 'guild-files'
  const server = createServer((request, response) => {
    const answer = (status: number, code = '', body: Buffer | string = code && `<Error><Code>${code}</Code></Error>`) =>
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
    const act = async () => {
      const body = await buffer(request)
      if (!isSigned(request)) return answer(403, 'SignatureDoesNotMatch')
      const [, name, ...rest] = decodeURIComponent(request.url ?? '').split('/')
      const key = rest.join('/')
      if (name !== bucket) return answer(404, 'NoSuchBucket')
      if (request.method === 'PUT') {
        if (request.headers['content-length'] === undefined) return answer(411, 'MissingContentLength')
        if (request.headers['x-amz-content-sha256'] !== sha256(body)) return answer(400, 'XAmzContentSHA256Mismatch')
        objects.set(key, body)
        return answer(200)
      }
      if (request.method === 'DELETE') {
        objects.delete(key)
        return answer(204)
      }
      const object = objects.get(key)
      return object ? answer(200, '', object) : answer(404, 'NoSuchKey')
    }
    act().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    config: {
      s3Endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      s3Bucket: bucket,
      s3Region: REGION,
      s3AccessKey: ACCESS_KEY,
      s3SecretKey: SECRET_KEY,
    },
    /** The stored objects, by key. */
    objects,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
export type S3Server = Awaited<ReturnType<typeof startS3Server>>

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/
const CLOCK_SKEW_MS = 15 * 60_000

const isSigned = ({ method, url = '', headers }: IncomingMessage): boolean => {
  const [, accessKey, day = '', region = '', names = '', signature] =
    AUTHORIZATION.exec(headers.authorization ?? '') ?? []
  const time = String(headers['x-amz-date'])
  const isoTime = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (accessKey !== ACCESS_KEY || region !== REGION || !time.startsWith(day)) return false
  if (!(Math.abs(Date.parse(isoTime) - Date.now()) < CLOCK_SKEW_MS)) return false
  const signed = names.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => signed.includes(name))) return false
  const [path = '', query = ''] = url.split('?')
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}\n`).join('')
  const canonical = [method, path, query, lines, names, headers['x-amz-content-sha256']].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n')
  const key = ['s3', 'aws4_request'].reduce(
    (from, part) => hmac(from, part),
    hmac(hmac(`AWS4${SECRET_KEY}`, day), region),
  )
  return hmac(key, toSign).toString('hex') === signature
}
