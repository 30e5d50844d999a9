/** Functions that turn a kind of value which JSON does not have into plain data, and back. */
export type WireHooks = {
  functionOut?: (value: (...args: unknown[]) => unknown) => unknown
  functionIn?: (id: unknown) => unknown
  promiseOut?: (value: Promise<unknown>) => unknown
  promiseIn?: (id: unknown) => unknown
}

/**
 * A codec for the values of a structured clone that the stand-in needs, as tagged JSON. It runs in Node, and in the page as source
 * text, so it may use nothing from outside its own body.
 */
export function wireCodec() {
  type TaggedValue = { t: string; v?: unknown }
  const notCloneable = () => new Error('An object could not be cloned.')
  /** Converts the bytes piece by piece, because one call can take only some ten thousand arguments. */
  const bytesToText = (bytes: Uint8Array) => {
    let text = ''
    for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
    return btoa(text)
  }

  const encode = (value: unknown, hooks: WireHooks = {}): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
    if (typeof value === 'number') return Number.isFinite(value) ? value : { t: 'number', v: String(value) }
    if (value === undefined) return { t: 'undefined' }
    if (typeof value === 'bigint') return { t: 'bigint', v: String(value) }
    if (typeof value === 'symbol') throw notCloneable()
    if (typeof value === 'function') {
      if (!hooks.functionOut) throw notCloneable()
      return { t: 'function', v: hooks.functionOut(value as (...args: unknown[]) => unknown) }
    }
    if (Array.isArray(value)) return value.map((item) => encode(item, hooks))
    if (value instanceof Date) return { t: 'date', v: value.getTime() }
    if (value instanceof Error) return { t: 'error', v: [value.name, value.message] }
    if (value instanceof Promise) {
      if (!hooks.promiseOut) throw notCloneable()
      return { t: 'promise', v: hooks.promiseOut(value) }
    }
    if (value instanceof Uint8Array) return { t: 'bytes', v: bytesToText(value) }
    const isBinary = ArrayBuffer.isView(value) || value instanceof ArrayBuffer
    if (value instanceof Map || value instanceof Set || value instanceof WeakMap || isBinary)
      throw new Error(`the stand-in does not carry a ${value.constructor.name} across`)
    const entries = Object.entries(value).map(([key, item]) => [key, encode(item, hooks)])
    const fields: unknown = Object.fromEntries(entries)
    return { t: 'object', v: fields }
  }

  const decode = (value: unknown, hooks: WireHooks = {}): unknown => {
    if (Array.isArray(value)) return value.map((item) => decode(item, hooks))
    if (typeof value !== 'object' || value === null) return value
    const { t, v } = value as TaggedValue
    if (t === 'number') return Number(v)
    if (t === 'undefined') return undefined
    if (t === 'bigint') return BigInt(v as string)
    if (t === 'date') return new Date(v as number)
    if (t === 'bytes') return Uint8Array.from(atob(v as string), (sign) => sign.charCodeAt(0))
    if (t === 'error') {
      const [name, message] = v as [string, string]
      return Object.assign(new Error(message), { name })
    }
    if (t === 'function') return hooks.functionIn?.(v)
    if (t === 'promise') return hooks.promiseIn?.(v)
    const entries = Object.entries(v as object).map(([key, item]) => [key, decode(item, hooks)])
    return Object.fromEntries(entries) as unknown
  }
  return { encode, decode }
}
