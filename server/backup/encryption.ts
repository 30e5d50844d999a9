import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Decrypter, Encrypter } from 'age-encryption'

/**
 * Backups are encrypted with a passphrase in the format of age (age-encryption.org/v1), so that the program `age` can
 * read them even without this one.
 */
const BEGINNING = 'age-encryption.org/v1\n'

type Bytes = AsyncIterable<Uint8Array>

/**
 * A pipeline step that encrypts the bytes passing through. `workFactor` sets how long one guess at the passphrase
 * takes; age's own default is 18.
 */
export const encrypting = (passphrase: string, workFactor = 18) =>
  async function* (bytes: Bytes): AsyncGenerator<Uint8Array> {
    const encrypter = new Encrypter()
    encrypter.setScryptWorkFactor(workFactor)
    encrypter.setPassphrase(passphrase)
    yield* Readable.fromWeb(await passed(encrypter.encrypt(toWeb(bytes))))
  }

/** Whether a backup is encrypted, judged by its first chunk. */
export const isEncrypted = (first: Uint8Array): boolean =>
  Buffer.from(first.subarray(0, BEGINNING.length)).toString() === BEGINNING

/** Decrypts the bytes. Errors: those of the library, for a wrong passphrase and for changed or missing bytes. */
export async function* decrypted(bytes: Bytes, passphrase: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  yield* Readable.fromWeb(await passed(decrypter.decrypt(toWeb(bytes))))
}

type WebBytes = globalThis.ReadableStream<Uint8Array<ArrayBuffer>>
// Node's web streams and the browser's are the same objects, but have different types.
const toWeb = (bytes: Bytes) => Readable.toWeb(Readable.from(bytes, { objectMode: false })) as unknown as WebBytes
const passed = async (stream: Promise<unknown>) => (await stream) as ReadableStream<Uint8Array>
