import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** One value of DER: its tag, its length and what is in it. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const id = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const bits = (content: Uint8Array) => der(0x03, Buffer.from([0]), content)
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replace(/^..|[-:T]|\.\d+/g, '')}`))

const DAY_MS = 24 * 3600 * 1000
const ECDSA_WITH_SHA256 = sequence(id('2a8648ce3d040302'))

/** A key, and a certificate for 127.0.0.1 that it has signed itself, as PEM: nobody trusts it who does not name it. */
export const makeCertificate = (): { key: string; cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(id('550403'), der(0x0c, Buffer.from('a receiver of the tests')))))
  const names = sequence(der(0x87, Buffer.from([127, 0, 0, 1])), der(0x82, Buffer.from('receiver.example')))
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(8)),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + DAY_MS))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(id('551d11'), der(0x04, names)))),
  )
  const whole = sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, privateKey)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  }
}
