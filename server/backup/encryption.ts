import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/**
 * Backups are encrypted in the format of age (age-encryption.org/v1) with a passphrase, so that the program `age` reads them,
 * too, should we not be there.
 */
const BEGINNING = 'age-encryption.org/v1\n'

type Bytes = AsyncIterable<Uint8Array>

/** A step of a pipeline that encrypts what passes. `workFactor` is how dear a guess at the passphrase is; age's own is 18. */
export const encrypting = (passphrase: string, workFactor = 18) =>
  async function* (bytes: Bytes): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.setScryptWorkFactor(workFactor)
    encrypter.setPassphrase(passphrase)
    yield* Readable.fromWeb(await passed(encrypter.encrypt(toWeb(bytes))))
  }

/** Whether bytes are encrypted, by their first chunk. */
export const isEncrypted = (first: Uint8Array): boolean =>
  Buffer.from(first.subarray(0, BEGINNING.length)).toString() === BEGINNING

/** Errors: the library's, for a wrong passphrase and for bytes that were changed or are missing. */
export async function* decrypted(bytes: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  yield* Readable.fromWeb(await passed(decrypter.decrypt(toWeb(bytes))))
}

type WebBytes = globalThis.ReadableStream<Uint8Array<ArrayBuffer>>
// Node's streams of the web and the browser's are the same ones under two types.
const toWeb = (bytes: Bytes) => Readable.toWeb(Readable.from(bytes, { objectMode: false })) as unknown as WebBytes
const passed = async (stream: Promise<unknown>) => (await stream) as ReadableStream<Uint8Array>
