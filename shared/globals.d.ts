// The few globals that all our programs have, in a browser and in Node. Code in shared/ may use no others.
declare function setTimeout(callback: () => void, delayMs: number): unknown
declare function clearTimeout(timer: unknown): void
interface AbortSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare const AbortController: new () => { readonly signal: AbortSignal; abort(): void }
interface Blob {
  readonly size: number
  arrayBuffer(): Promise<ArrayBuffer>
}
interface File extends Blob {
  readonly name: string
}
declare const FormData: new () => { append(name: string, value: Blob, fileName: string): void }
declare const TextDecoder: new (
  label?: string,
  options?: { fatal?: boolean },
) => {
  decode(bytes: Uint8Array, options?: { stream: boolean }): string
}
declare const TextEncoder: new () => { encode: (text: string) => Uint8Array }
